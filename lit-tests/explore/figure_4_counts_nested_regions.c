// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads, one with nested regions, that share data in their first regions: paper 001, figures
// 2, 4 and 7.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete \
// RUN:   schedules=5 aborted=1
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=4 aborted=1
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t -- verdict=complete schedules=4 \
// RUN:   aborted=1
//
// The search begins when the second thread exists, so main, which plays the first one, and T1 are
// the two threads of the figure. Blocks: main 23 (to the exit of b, still in a), 4; T1 7, 9. Figure
// 4, from its left to its right:
//   23 4 7 9 | 23, then 7 is put back since main holds a | 7 23 4 9 | 7 23 9 4 | 7 9 23 4
// are 5 schedules and 1 attempt put back. Only 2 and 7 share data, so figure 7 has no 7 9 23 4 of
// its own past 7 23: the schedules are 23 4 7 9 | 23 | 7 9 23 4 | 7 23 4, the last one ended early:
// 4.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int shared; // extern, so that the compiler keeps the accesses
int seen;

static void *second(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  seen = shared;
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, second, NULL);
  pthread_mutex_lock(&a);
  shared = 1;
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_exit(NULL);
}
