// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Below a limit of addresses (ulimit -v) that the reserved ones do not fit, one line says so; it was an internal error.
// RUN: %xblock_cc %s -o %t
// RUN: bash -c 'ulimit -v 60000000; %xblock run -- %t > %t.out 2>&1; [ $? = 3 ]'
// RUN: FileCheck %s --input-file=%t.out
// CHECK: xblock: the addresses that the program's memory is to have are not to be had: raise the limit of addresses (ulimit -v unlimited)
// CHECK-NOT: internal error
int main(void) { return 0; }
