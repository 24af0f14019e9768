; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; An indirect call may be of a function of the runtime, which is told where it stands.

; CHECK-LABEL: define i32 @call
; CHECK:       store ptr @xblock.site{{.*}}, ptr @__xblock_call_site
; CHECK-NEXT:  %r = call i32 %f(i32 1)
; CHECK-NEXT:  %s = call i32 @other(i32 %r)
define i32 @call(ptr %f) {
  %r = call i32 %f(i32 1)
  %s = call i32 @other(i32 %r)
  ret i32 %s
}

; CHECK-LABEL: define i32 @tail
; CHECK:       store ptr @xblock.site{{.*}}, ptr @__xblock_call_site
; CHECK-NEXT:  %r = musttail call i32 %f(ptr %f)
define i32 @tail(ptr %f) {
  %r = musttail call i32 %f(ptr %f)
  ret i32 %r
}

declare i32 @other(i32)
