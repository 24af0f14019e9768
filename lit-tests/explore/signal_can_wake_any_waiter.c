// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A signal wakes any one of three waiters: all six orders in which they can be woken one by one
// happen.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t 123 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 132 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 213 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 231 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 312 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 321 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 0 -- verdict=complete \
// RUN:   schedules=243
//
// The argument is the order that must not happen; 0 never does. The count:
// Inputs/expected_counts.py signal_any.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { kWaiters = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t allWait = PTHREAD_COND_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int waiting;
static int order; // the numbers of those woken so far, as decimal digits

static void *waiter(void *number) {
  pthread_mutex_lock(&lock);
  if (++waiting == kWaiters)
    pthread_cond_signal(&allWait);
  pthread_cond_wait(&go, &lock);
  order = 10 * order + (int)(intptr_t)number;
  pthread_cond_signal(&go);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[kWaiters];
  for (intptr_t i = 0; i < kWaiters; i++)
    pthread_create(&threads[i], NULL, waiter, (void *)(i + 1));
  pthread_mutex_lock(&lock);
  while (waiting < kWaiters)
    pthread_cond_wait(&allWait, &lock);
  pthread_cond_signal(&go);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < kWaiters; i++)
    pthread_join(threads[i], NULL);
  assert(argc < 2 || order != atoi(argv[1]));
  return 0;
}
