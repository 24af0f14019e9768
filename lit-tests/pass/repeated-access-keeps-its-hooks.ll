; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Two reads of a racy variable may see different values: both are told.

; CHECK-LABEL: define i32 @twice
; CHECK:       call void @__xblock_read4(ptr %p,
; CHECK-NEXT:  load i32
; CHECK-NEXT:  call void @__xblock_read4(ptr %p,
; CHECK-NEXT:  load i32
; CHECK-NEXT:  add
; CHECK-NEXT:  call void @__xblock_write4(ptr %p,
; CHECK-NEXT:  store i32
define i32 @twice(ptr %p) {
  %a = load i32, ptr %p
  %b = load i32, ptr %p
  %c = add i32 %a, %b
  store i32 %c, ptr %p
  ret i32 %c
}
