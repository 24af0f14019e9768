; RUN: not %opt -passes=xblock -disable-output %s 2>&1 | FileCheck %s
; abi.h is written for 64-bit pointers.

target datalayout = "e-p:32:32"
; CHECK: error: xblock instruments 64-bit programs only
define i32 @f(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
