; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Only the program's entry is renamed.

; CHECK: define internal i32 @main
define internal i32 @main() {
  ret i32 0
}

; CHECK: define ptr @use
define ptr @use() {
  ret ptr @main
}
