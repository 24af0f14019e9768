// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Arguments behind -- reach the program as they are; a program without threads has one schedule.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %xblock run -- %t "two words" --mode=exitblock -- "" 2>%t.err | FileCheck \
// RUN:   --match-full-lines %s
// RUN: FileCheck --check-prefix=ERR %s < %t.err
// RUN: %python %S/../run/Inputs/exits.py 0 %xblock run --quiet -- %t
// CHECK: 5 arguments
// CHECK-NEXT: [two words]
// CHECK-NEXT: [--mode=exitblock]
// CHECK-NEXT: [--]
// CHECK-NEXT: []
// ERR: complete: 1 schedule, 0 failures
#include <stdio.h>

int main(int argc, char **argv) {
  printf("%d arguments\n", argc);
  for (int i = 1; i < argc; i++)
    printf("[%s]\n", argv[i]);
  return 0;
}
