// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Peterson's lock with plain ints keeps two threads apart under sequential consistency: nothing but
// races is found. Without the turn both can be inside: that fails, too.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t -- verdict=failure "failures~^race"
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t -- "failures~race$"
// RUN: %xblock_cc -DWRONG -g -O1 %s -o %t.wrong
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t.wrong -- verdict=failure \
// RUN:   "failures~^assertion,race"
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

static volatile int wants[2], turn;
static volatile int inside;

/// One attempt to enter: a thread that would have to wait goes away.
static void *run(void *number) {
  int me = (int)(intptr_t)number, other = 1 - me;
#ifdef WRONG
  if (wants[other])
    return NULL;
  wants[me] = 1;
#else
  wants[me] = 1;
  turn = other;
  if (wants[other] && turn == other) {
    wants[me] = 0;
    return NULL;
  }
#endif
  assert(inside == 0);
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
