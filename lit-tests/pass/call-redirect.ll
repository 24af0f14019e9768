; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A call of a function in intercepts.def goes to the runtime's, after its place is stored. The address
; of one that is intercepted everywhere stays what it is.

; CHECK: @table = global [1 x ptr] [ptr @pthread_self]
@table = global [1 x ptr] [ptr @pthread_self]
; CHECK-DAG: @__xblock_call_site = external global ptr
; CHECK-DAG: @xblock.site = private constant {{.*}} align 8

; CHECK-LABEL: define i32 @lock
; CHECK:       store ptr @xblock.site, ptr @__xblock_call_site
; CHECK-NEXT:  %r = call i32 @__xblock_fn_pthread_mutex_lock(ptr %m)
; CHECK-NEXT:  store ptr @xblock.site{{.*}}, ptr @__xblock_call_site
; CHECK-NEXT:  call i64 @__xblock_fn_pthread_self()
; CHECK-NEXT:  call i32 @other(ptr %m)
define i32 @lock(ptr %m) {
  %r = call i32 @pthread_mutex_lock(ptr %m)
  %t = call i64 @pthread_self()
  %o = call i32 @other(ptr %m)
  ret i32 %r
}

declare i32 @pthread_mutex_lock(ptr)
declare i64 @pthread_self()
declare i32 @other(ptr)
