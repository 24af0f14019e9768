; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; atomicrmw is told before with size and order, and done right after.

; CHECK-LABEL: define i32 @add
; CHECK:       call void @__xblock_atomic_rmw(ptr %p, i64 4, i32 4,
; CHECK-NEXT:  %old = atomicrmw add ptr %p, i32 1 acq_rel
; CHECK-NEXT:  call void @__xblock_atomic_done(ptr @xblock.site)
; CHECK-NEXT:  ret i32 %old
define i32 @add(ptr %p) {
  %old = atomicrmw add ptr %p, i32 1 acq_rel
  ret i32 %old
}
