; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A sized hook promises alignment, so an access that has less passes its size.

; CHECK-LABEL: define void @unaligned
; CHECK:       call void @__xblock_read(ptr %p, i64 4,
; CHECK-NEXT:  load i32, ptr %p, align 2
; CHECK-NEXT:  call void @__xblock_write(ptr %p, i64 16,
; CHECK-NEXT:  store i128 0, ptr %p, align 8
; CHECK-NEXT:  call void @__xblock_write8(ptr %p,
; CHECK-NEXT:  store i64 0, ptr %p, align 16
define void @unaligned(ptr %p) {
  %a = load i32, ptr %p, align 2
  store i128 0, ptr %p, align 8
  store i64 0, ptr %p, align 16
  ret void
}
