; RUN: %opt -passes=xblock,verify -S %s -o %t.once
; RUN: %opt -passes=xblock,xblock,verify -S %s -o %t.twice
; RUN: %opt -passes=xblock,verify -S %t.once -o %t.again
; RUN: cmp %t.once %t.twice
; RUN: diff -I "^; ModuleID" %t.once %t.again
; RUN: FileCheck %s < %t.twice
; The module is marked, so another run leaves it alone.

; CHECK-COUNT-1: call void @__xblock_read4
; CHECK-NOT:     call void @__xblock_read4
define i32 @f(ptr %p) {
  %v = load i32, ptr %p
  %r = call i32 @pthread_mutex_lock(ptr %p)
  ret i32 %v
}

declare i32 @pthread_mutex_lock(ptr)
