// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// An increment split over two locked regions loses an update: paper 001, figure 1.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=assertion \
// RUN:   "schedules<=4" "foundAt<=4" threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=8 failures=assertion:2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=17 failures=assertion:6
//
// The counts. A thread has two blocks, R (reads) and W (writes); main has C, which creates T2, and
// then waits. exitblock: C before R2 before W2, and R1 before W1, is 5!/(3 * 2 * 2) = 10 orders. T1
// and T2 lose an update in 6 of them, all but those with W1 before R2 (3) or W2 before R1 (1). 7
// more schedules end early: main, which waits for a thread that is held back, is all that is left.
// exitblock-rw: 2 lose an update, 2 do not, and 4 end early. Inputs/expected_counts.py lost_update.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *increment(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  int y = x;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  x = y + 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(x == 2);
  return 0;
}
