// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A block that must end after a racy read, and fails before it comes to another hook, broke the
// search: the walk over the failing stack took a lock in the unwinder, and ended the block there, on
// the signal handler's stack. xblock died.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=failure \
// RUN:   "failures~^signal,race" "message=SIGFPE: integer division by zero"
// RUN: %xblock_cc -DSTUCK -g -O1 %s -o %t.stuck
// RUN: %python %S/../explore/Inputs/explore.py %xblock --stuck-seconds=1 -- %t.stuck -- \
// RUN:   verdict=failure "failures~^stuck,race"
#include <pthread.h>
#include <stddef.h>

volatile int divisor = 1;
int quotient;

static void *divides(void *unused) {
  (void)unused;
#ifdef STUCK
  if (divisor == 0)
    for (;;)
      ;
#else
  quotient = 7 / divisor;
#endif
  return NULL;
}

static void *changes(void *unused) {
  (void)unused;
  divisor = 0;
  divisor = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, divides, NULL);
  pthread_create(&b, NULL, changes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return quotient == 8;
}
