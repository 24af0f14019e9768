// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A loop that reaches no hook is ended, and is a failure, with its stack.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --stuck-seconds=1 -- %t -- verdict=failure \
// RUN:   failures=stuck threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --stuck-seconds=1 --keep-going -- \
// RUN:   %t -- verdict=failure schedules=5 failures=stuck:1 threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --stuck-seconds=1 --keep-going -- %t \
// RUN:   -- verdict=failure schedules=6 failures=stuck:2
//
// The failure is in the schedules in which B comes before A: Inputs/expected_counts.py
// b_before_a_fails.


static void fail(void) {
  for (;;)
    ;
}

#include "Inputs/b_before_a_fails.h"
