// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads that nest three locks in one order see three counters change together; no schedule
// fails.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=10 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete schedules=18
//
// Each thread has three blocks, one an unlock; the other cannot begin while a is held.
// Inputs/expected_counts.py nested_three.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static int underA, underB, underC;

static void *run(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  underA++;
  pthread_mutex_lock(&b);
  underB++;
  pthread_mutex_lock(&c);
  underC++;
  assert(underA == underB && underB == underC);
  pthread_mutex_unlock(&c);
  assert(underA == underB);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(underA == 2 && underB == 2 && underC == 2);
  return 0;
}
