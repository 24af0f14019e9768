// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// exit() with a status that is not 0 is a failure, with the status.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=exit "message~3" \
// RUN:   threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=5 failures=exit:1 "message~3" threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=6 failures=exit:2
//
// The failure is in the schedules in which B comes before A: Inputs/expected_counts.py
// b_before_a_fails.
#include <stdlib.h>

static void fail(void) { exit(3); }

#include "Inputs/b_before_a_fails.h"
