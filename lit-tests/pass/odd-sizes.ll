; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Other types are told with the bytes they take in memory.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @odd
; x86_fp80 stores 10 of its 16 bytes.
; CHECK:       call void @__xblock_read(ptr %p, i64 10,
; CHECK-NEXT:  load x86_fp80
; CHECK-NEXT:  call void @__xblock_read(ptr %p, i64 12,
; CHECK-NEXT:  load <3 x i32>
; {i8, i64} has 7 bytes of padding between its parts.
; CHECK-NEXT:  call void @__xblock_read16(ptr %p,
; CHECK-NEXT:  load { i8, i64 }
; CHECK-NEXT:  call void @__xblock_read1(ptr %p,
; CHECK-NEXT:  load i1
; CHECK-NEXT:  call void @__xblock_write(ptr %p, i64 3,
; CHECK-NEXT:  store i24 0
; CHECK-NEXT:  call void @__xblock_write(ptr %p, i64 64,
; CHECK-NEXT:  store <8 x i64> zeroinitializer
; CHECK-NEXT:  ret void
define void @odd(ptr %p) {
  %a = load x86_fp80, ptr %p
  %b = load <3 x i32>, ptr %p
  %c = load { i8, i64 }, ptr %p, align 16
  %d = load i1, ptr %p
  store i24 0, ptr %p
  store <8 x i64> zeroinitializer, ptr %p
  ret void
}
