; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A thread fence is told; it accesses nothing, so it has no done. A signal fence orders no threads.

; CHECK-LABEL: define void @fences
; CHECK:       call void @__xblock_fence(i32 5, ptr @xblock.site)
; CHECK-NEXT:  fence seq_cst
; CHECK-NEXT:  call void @__xblock_fence(i32 2, ptr @xblock.site)
; CHECK-NEXT:  fence acquire
; CHECK-NEXT:  fence syncscope("singlethread") seq_cst
; CHECK-NEXT:  ret void
define void @fences() {
  fence seq_cst
  fence acquire
  fence syncscope("singlethread") seq_cst
  ret void
}
