; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A program's own function of an intercepted name is the program's; one that is only available for
; inlining is not.

; CHECK-LABEL: define i32 @lock
; CHECK:       call i32 @pthread_mutex_lock(ptr %m)
; CHECK:       call i32 @__xblock_fn_pthread_join(i64 0, ptr null)
define i32 @lock(ptr %m) {
  %r = call i32 @pthread_mutex_lock(ptr %m)
  %s = call i32 @pthread_join(i64 0, ptr null)
  ret i32 %r
}

define i32 @pthread_mutex_lock(ptr %m) {
  ret i32 0
}

define available_externally i32 @pthread_join(i64 %t, ptr %r) {
  ret i32 0
}
