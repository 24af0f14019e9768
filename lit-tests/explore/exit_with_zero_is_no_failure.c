// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// exit(0) in a thread ends the process, and is no failure.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete \
// RUN:   schedules=6 failures=none
//
// As Inputs/expected_counts.py b_before_a_fails, but the end of the process conflicts with every
// block, so that exitblock-rw holds B back from it only until A has run, as exitblock does: 6.
#include <stdlib.h>

static void fail(void) { exit(0); }

#include "Inputs/b_before_a_fails.h"
