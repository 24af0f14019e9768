// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// abort() in a thread is a failure.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=abort \
// RUN:   "message~abort" threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=5 failures=abort:1 "message~abort" threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=6 failures=abort:2
//
// The failure is in the schedules in which B comes before A: Inputs/expected_counts.py
// b_before_a_fails.
#include <stdlib.h>

static void fail(void) { abort(); }

#include "Inputs/b_before_a_fails.h"
