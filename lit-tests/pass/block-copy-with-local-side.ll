; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Of a copy between shared memory and a local variable or constant, only the shared side is told.

@text = private constant [8 x i8] c"1234567\00"

; CHECK-LABEL: define void @sides
; CHECK:       call void @__xblock_read(ptr %p, i64 8,
; CHECK-NEXT:  call void @llvm.memcpy
; CHECK-NEXT:  call void @__xblock_write(ptr %p, i64 %n,
; CHECK-NEXT:  call void @llvm.memcpy
; CHECK-NEXT:  call void @llvm.memset
; CHECK-NEXT:  call void @llvm.memcpy
; CHECK-NEXT:  ret void
define void @sides(ptr %p, i64 %n) {
  %local = alloca [8 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %p, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @text, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %local, i8 0, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 0, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
