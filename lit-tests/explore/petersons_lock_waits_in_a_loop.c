// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Peterson's lock with its waiting loop. With plain ints nothing but races is found, so that the
// verdict is failure by races alone; with atomics it is complete. If a thread gives the turn away
// before it says that it wants to enter, both get in, though the loops still end.
// RUN: %xblock_cc -g -O0 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute --keep-going -- %t -- verdict=failure \
// RUN:   "failures~^race(,race)*$" message~wants
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute --mode=sleep --keep-going -- %t -- \
// RUN:   verdict=failure "failures~^race(,race)*$"
// RUN: %xblock_cc -DINT=_Atomic\ int -g -O1 %s -o %t.atomic
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute --keep-going -- %t.atomic -- \
// RUN:   verdict=complete failures=none
// RUN: %xblock_cc -DWRONG -g -O0 %s -o %t.wrong
// RUN: %python %S/Inputs/explore.py %xblock -- %t.wrong -- verdict=failure "failures~^assertion,race" \
// RUN:   "message~before == 0"
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 assertion -- %t.wrong
// RUN: %xblock_cc -DWRONG -DINT=_Atomic\ int -g -O1 %s -o %t.wrong.atomic
// RUN: %python %S/Inputs/explore.py %xblock -- %t.wrong.atomic -- verdict=failure \
// RUN:   "failures~^assertion" "message~before == 0"
//
// The variables are not static: clang 19 takes a static one that a single store writes for that
// value, whatever other threads store, and the loop would no longer look at turn.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef INT
#define INT int
#endif
INT wants[2], turn;
INT inside;

static void *run(void *number) {
  int me = (int)(intptr_t)number, other = 1 - me;
#ifdef WRONG
  turn = other;
  wants[me] = 1;
#else
  wants[me] = 1;
  turn = other;
#endif
  while (wants[other] && turn == other)
    ;
  int before = inside;
  assert(before == 0);
  inside = 1;
  inside = 0;
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, (void *)0);
  pthread_create(&b, NULL, run, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
