; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Nothing to tell, nothing to link.

; CHECK-NOT: @{{.*}}xblock
define i32 @f(i32 %v) {
  ret i32 %v
}
