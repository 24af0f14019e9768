// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Endless recursion meets the guard page of the thread that recurses: a failure, with the thread
// named.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=signal \
// RUN:   "message~stack overflow" "message~T2" threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=5 failures=signal:1 "message~stack overflow" "message~T2" \
// RUN:   threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=6 failures=signal:2
//
// The failure is in the schedules in which B comes before A: Inputs/expected_counts.py
// b_before_a_fails.


static int deeper(int n) {
  volatile char frame[256];
  frame[0] = (char)n;
  return deeper(n + 1) + frame[0];
}

static volatile int result;

static void fail(void) { result = deeper(0); }

#include "Inputs/b_before_a_fails.h"
