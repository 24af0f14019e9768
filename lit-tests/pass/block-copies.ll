; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; memcpy, memmove and memset, in all forms, are told before they happen.

; CHECK-LABEL: define void @copies
; CHECK:       call void @__xblock_copy(ptr %a, ptr %b, i64 %n,
; CHECK-NEXT:  call void @llvm.memcpy.p0.p0.i64
; CHECK-NEXT:  call void @__xblock_copy(ptr %a, ptr %b, i64 24,
; CHECK-NEXT:  call void @llvm.memmove.p0.p0.i32
; CHECK-NEXT:  call void @__xblock_copy(ptr %a, ptr %b, i64 8,
; CHECK-NEXT:  call void @llvm.memcpy.inline.p0.p0.i64
; CHECK-NEXT:  call void @__xblock_copy(ptr %a, ptr %b, i64 %n,
; CHECK-NEXT:  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64
; CHECK-NEXT:  call void @__xblock_fill(ptr %a, i64 %n,
; CHECK-NEXT:  call void @llvm.memset.p0.i64
; CHECK-NEXT:  call void @__xblock_fill(ptr %a, i64 4,
; CHECK-NEXT:  call void @llvm.memset.inline.p0.i64
; CHECK-NEXT:  ret void
define void @copies(ptr %a, ptr %b, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
  call void @llvm.memmove.p0.p0.i32(ptr %a, ptr %b, i32 24, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %a, ptr %b, i64 8, i1 false)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %a, ptr align 4 %b, i64 %n,
                                                            i32 4)
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 %n, i1 false)
  call void @llvm.memset.inline.p0.i64(ptr %a, i8 0, i64 4, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64 immarg, i1)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64 immarg, i1)
