; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; volatile makes an access neither atomic nor private: it is told as a plain one.

; CHECK-LABEL: define void @access
; CHECK:       call void @__xblock_read4(ptr %p,
; CHECK-NEXT:  load volatile i32
; CHECK-NEXT:  call void @__xblock_write4(ptr %p,
; CHECK-NEXT:  store volatile i32
; CHECK-NOT:   _done
define void @access(ptr %p) {
  %v = load volatile i32, ptr %p
  store volatile i32 %v, ptr %p
  ret void
}
