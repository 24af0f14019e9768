; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A function that xblock refuses is redirected like one it models: the runtime says no when it is reached.

; CHECK-LABEL: define i32 @cancel
; CHECK:       store ptr @xblock.site, ptr @__xblock_call_site
; CHECK-NEXT:  call i32 @__xblock_fn_pthread_cancel(i64 %t)
define i32 @cancel(i64 %t) {
  %r = call i32 @pthread_cancel(i64 %t)
  ret i32 %r
}

declare i32 @pthread_cancel(i64)
