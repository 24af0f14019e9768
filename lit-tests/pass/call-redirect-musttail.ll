; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Nothing comes between a musttail call and its return.

declare i32 @pthread_mutex_lock(ptr)

; CHECK-LABEL: define i32 @lock
; CHECK:       store ptr @xblock.site, ptr @__xblock_call_site
; CHECK-NEXT:  %r = musttail call i32 @__xblock_fn_pthread_mutex_lock(ptr %m)
; CHECK-NEXT:  ret i32 %r
define i32 @lock(ptr %m) {
  %r = musttail call i32 @pthread_mutex_lock(ptr %m)
  ret i32 %r
}
