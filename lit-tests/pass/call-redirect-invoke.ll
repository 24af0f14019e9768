; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; An invoke keeps both its destinations.

declare i32 @pthread_mutex_lock(ptr)
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define i32 @lock
; CHECK:       store ptr @xblock.site, ptr @__xblock_call_site
; CHECK-NEXT:  %r = invoke i32 @__xblock_fn_pthread_mutex_lock(ptr %m)
; CHECK-NEXT:      to label %done unwind label %failed
define i32 @lock(ptr %m) personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @pthread_mutex_lock(ptr %m) to label %done unwind label %failed
done:
  ret i32 %r
failed:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
