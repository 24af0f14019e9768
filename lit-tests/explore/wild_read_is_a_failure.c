// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A read from an address that nothing is mapped at is a failure, with the signal named.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=signal \
// RUN:   "message~SIGSEGV" threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=5 failures=signal:1 "message~SIGSEGV" threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=6 failures=signal:2
//
// The failure is in the schedules in which B comes before A: Inputs/expected_counts.py
// b_before_a_fails.
#include <stdint.h>

static volatile uintptr_t address = 0x123456789000;
static volatile int result;

static void fail(void) { result = *(int *)address; }

#include "Inputs/b_before_a_fails.h"
