; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A load of 4 bytes through a pointer from outside is told right before it happens.

; CHECK-LABEL: define i32 @read4
; CHECK-NEXT:    call void @__xblock_read4(ptr %p, ptr @xblock.site)
; CHECK-NEXT:    %v = load i32, ptr %p
; CHECK-NEXT:    ret i32 %v
define i32 @read4(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
