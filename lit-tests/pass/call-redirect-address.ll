; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; The runtime does not export a function intercepted in instrumented code only, so the address of one
; becomes that of the runtime's version.

; CHECK: @table = global [1 x ptr] [ptr @__xblock_fn_pthread_attr_init]
@table = global [1 x ptr] [ptr @pthread_attr_init]

; CHECK-LABEL: define ptr @address
; CHECK:       ret ptr @__xblock_fn_pthread_attr_init
define ptr @address() {
  ret ptr @pthread_attr_init
}

declare i32 @pthread_attr_init(ptr)
