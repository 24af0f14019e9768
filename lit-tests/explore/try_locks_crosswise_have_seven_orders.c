// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Each of two threads locks its own mutex and tries the other's. No two of the schedules are equivalent.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=7 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 0 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 1 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 3 -- verdict=failure failures=assertion
//
// main: lock a, try b, unlock. T1: lock b, try a, unlock. T1's try comes before main has a, while it has it, or after; and main's try likewise
// of b. Not both before (each thread tries after it locks) nor both after (and unlocks after it tries): 9 - 2 = 7.
// The argument is a result that must not be: neither try succeeds (0), main's alone (1), T1's alone (2), both (3).
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static int takeBoth(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  int taken = pthread_mutex_trylock(second) == 0;
  if (taken)
    pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return taken;
}

static int other;
static void *run(void *unused) {
  other = takeBoth(&b, &a);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  int wrong = argc > 1 ? atoi(argv[1]) : -1;
  pthread_create(&thread, NULL, run, NULL);
  int mine = takeBoth(&a, &b);
  pthread_join(thread, NULL);
  assert(mine + 2 * other != wrong);
  return 0;
}
