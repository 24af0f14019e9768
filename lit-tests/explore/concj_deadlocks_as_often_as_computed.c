// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// ConcJ's measure of a random scheduler, testAB: threads that take two locks in opposite orders, each after so many switch points.
// The shares of deadlocks are exact, from the chain of states in which each thread that can go on is as likely; 100,000 schedules meet
// them within their interval of 99 percent (2.576 standard deviations).
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/frequency.py %xblock --policy=concj --max-schedules=100000 -- %t 0 0 -- .3125
// RUN: %python %S/Inputs/frequency.py %xblock --policy=concj --max-schedules=100000 -- %t 1 1 -- .2734375
// RUN: %python %S/Inputs/frequency.py %xblock --policy=concj --max-schedules=100000 -- %t 5 5 -- .196380615
// RUN: %python %S/Inputs/frequency.py %xblock --policy=concj --max-schedules=100000 -- %t 0 1 -- .234375
// RUN: %python %S/Inputs/frequency.py %xblock --policy=concj --max-schedules=100000 -- %t 0 5 -- .0439453125
// RUN: %python %S/Inputs/frequency.py %xblock --policy=concj --max-schedules=100000 -- %t 10 0 -- .013885498
// The first schedule of --seed=7 deadlocks already: blocks end before the second lock though no schedule has shown that it matters.
// RUN: %python %S/Inputs/explore.py %xblock --policy=concj --seed=7 -- %t 0 0 -- verdict=failure failures=deadlock foundAt=1
// A search finds it, and a switch point adds nothing to it: two orders until it is known that the locks lie in a circle, then three,
// either thread first or the deadlock.
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t 0 0 -- verdict=failure failures=deadlock:1 schedules=5
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t 5 9 -- verdict=failure failures=deadlock:1 schedules=5
#include <pthread.h>
#include <stdlib.h>
#include <xblock/xblock.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int delay1, delay2;

static void takeBoth(int delay, pthread_mutex_t *first, pthread_mutex_t *second) {
  // One more than `delay`: ConcJ has a point at the start of a thread and one before a lock, and nothing between them.
  for (int i = 0; i < delay + 1; ++i)
    xblock_switch_point();
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void *run1(void *unused) {
  takeBoth(delay1, &a, &b);
  return unused;
}
static void *run2(void *unused) {
  takeBoth(delay2, &b, &a);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  delay1 = argc > 2 ? atoi(argv[1]) : 0;
  delay2 = argc > 2 ? atoi(argv[2]) : 0;
  pthread_create(&threads[0], NULL, run1, NULL);
  pthread_create(&threads[1], NULL, run2, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
