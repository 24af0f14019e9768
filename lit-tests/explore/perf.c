// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// K threads through N locks take the schedules that the formulas say, and plain exitblock those of
// the model.
// RUN: %xblock_cc -O2 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 1 1 -- verdict=complete \
// RUN:   schedules=1
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 2 1 -- verdict=complete \
// RUN:   schedules=3 aborted=0
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 3 1 -- verdict=complete \
// RUN:   schedules=7 aborted=0
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 3 3 -- verdict=complete \
// RUN:   schedules=21
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 4 2 -- verdict=complete \
// RUN:   schedules=40
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 5 2 -- verdict=complete \
// RUN:   schedules=121
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 6 1 -- verdict=complete \
// RUN:   schedules=63
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 2 3 java -- \
// RUN:   verdict=complete schedules=6
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 5 2 java -- \
// RUN:   verdict=complete schedules=341
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 2 1 -- verdict=complete \
// RUN:   schedules=3
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 2 2 -- verdict=complete \
// RUN:   schedules=10
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 2 3 -- verdict=complete \
// RUN:   schedules=35
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 3 1 -- verdict=complete \
// RUN:   schedules=15
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 3 2 -- verdict=complete \
// RUN:   schedules=280
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 4 1 -- verdict=complete \
// RUN:   schedules=105
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 2 2 java -- verdict=complete \
// RUN:   schedules=35
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 3 1 java -- verdict=complete \
// RUN:   schedules=280
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t 6 1 -- verdict=complete schedules=63
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t 3 3 -- verdict=complete schedules=21
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t 5 2 -- verdict=complete \
// RUN:   schedules=121
// RUN: %python %S/Inputs/explore.py %xblock --mode=dpor -- %t 2 1 -- verdict=complete schedules=1
// RUN: %python %S/Inputs/explore.py %xblock --mode=dpor -- %t 6 1 -- verdict=complete schedules=1
// RUN: %python %S/Inputs/explore.py %xblock --mode=dpor -- %t 12 8 java -- verdict=complete \
// RUN:   schedules=1
//
// exitblock-rw and sleep, nothing conflicts: a schedule says after how many of its N blocks each
// thread is held back, which is N+1 ways a thread but for the last to run; summed over which thread
// that is (main holds back the creation of the rest): 1 + (N+1) + ... + (N+1)^(K-1) = ((N+1)^K - 1)
// / N. With java N grows by 1: ((N+2)^K - 1) / (N+1). exitblock: main's creations are blocks too.
// Last to first: the N blocks of a thread go anywhere among the (N+1)i blocks of the i creations
// after its own and of their threads, in C((N+1)i + N, N) ways; the product over i = 1..K-1: 3 =
// C(3,1); 10 = C(5,2); 35 = C(7,3); 15 = C(3,1) C(5,1); 280 = C(5,2) C(8,2); 105 = C(3,1) C(5,1)
// C(7,1). With java N grows by 1. dpor: no two blocks race, so one schedule is enough.
#include "../../test/benchmarks/perf.c"
