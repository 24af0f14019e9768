// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads take two locks in opposite orders: a deadlock. In one order: none. Paper 000, figure
// 4.6.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=deadlock
// RUN: %xblock_cc -DFIXED -g -O1 %s -o %t.fixed
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fixed -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t.fixed -- verdict=complete \
// RUN:   schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t.fixed -- verdict=complete \
// RUN:   schedules=10 failures=none
//
// The counts of the fixed program: Inputs/expected_counts.py deadlock_of_two_fixed.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void enterBoth(pthread_mutex_t *outer, pthread_mutex_t *inner) {
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
}

static void *first(void *unused) {
  (void)unused;
  enterBoth(&a, &b);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
#ifdef FIXED
  enterBoth(&a, &b);
#else
  enterBoth(&b, &a);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
