; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Naked functions have no room for calls, ifunc resolvers run before the runtime is linked in, and
; bodies available only for inlining are not emitted.

@chosen = ifunc i32 (), ptr @resolver

; CHECK-NOT: call void @__xblock_
define void @naked(ptr %p) naked {
  store i32 0, ptr %p
  unreachable
}

define ptr @resolver() {
  %v = load ptr, ptr @pick
  ret ptr %v
}

define available_externally i32 @elsewhere(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

@pick = global ptr null
