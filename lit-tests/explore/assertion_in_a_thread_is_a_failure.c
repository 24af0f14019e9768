// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A failed assert in a thread is a failure, with its text.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=assertion \
// RUN:   "message~never && .B came before A" threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=5 failures=assertion:1 "message~never && .B came before A" \
// RUN:   threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=6 failures=assertion:2
//
// The failure is in the schedules in which B comes before A: Inputs/expected_counts.py
// b_before_a_fails.
#include <assert.h>

static void fail(void) {
  int never = 0;
  assert(never && "B came before A");
}

#include "Inputs/b_before_a_fails.h"
