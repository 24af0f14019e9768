; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; An access whose size only the machine knows is refused.

; CHECK-LABEL: define void @scalable
; CHECK:       call void @__xblock_unsupported(ptr @xblock.string{{[.0-9]*}}, ptr @xblock.site)
; CHECK-NEXT:  load <vscale x 4 x i32>
define void @scalable(ptr %p) {
  %a = load <vscale x 4 x i32>, ptr %p
  ret void
}
