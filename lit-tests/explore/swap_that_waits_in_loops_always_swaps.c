// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads swap two numbers without a lock, each in its turn waiting in a loop for the other's: the
// benign race of paper 002. On atomics it always swaps, and nothing is found. With one loop less
// it can fail.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t -- verdict=complete failures=none
// RUN: %xblock_cc -DYIELD -g -O1 %s -o %t.yield
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t.yield -- verdict=complete failures=none
// RUN: %xblock_cc -DWRONG -g -O1 %s -o %t.wrong
// RUN: %python %S/Inputs/explore.py %xblock -- %t.wrong -- verdict=failure failures=assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#ifdef YIELD
#define ONCE_MORE sched_yield()
#else
#define ONCE_MORE
#endif
_Atomic int x = 4, y = 5, z1 = -1, z2 = -1;

static void *first(void *unused) {
  (void)unused;
  z1 = x;
  while (z2 == -1)
    ONCE_MORE;
  x = z2;
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  z2 = y;
#ifndef WRONG
  while (z1 == -1)
    ONCE_MORE;
#endif
  y = z1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 5 && y == 4);
  return 0;
}
