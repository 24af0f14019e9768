; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A function that xblock refuses is redirected like one it models: the runtime says no when it is reached.

; CHECK-LABEL: define i32 @unlink
; CHECK:       store ptr @xblock.site, ptr @__xblock_call_site
; CHECK-NEXT:  call i32 @__xblock_fn_sem_unlink(ptr %name)
define i32 @unlink(ptr %name) {
  %r = call i32 @sem_unlink(ptr %name)
  ret i32 %r
}

declare i32 @sem_unlink(ptr)
