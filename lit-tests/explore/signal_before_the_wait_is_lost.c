// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A signal that comes before the wait is lost: a deadlock. A flag under the mutex keeps it: no
// failure.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=3 failures=deadlock:1 \
// RUN:   "message~T1 waits for condition variable condition"
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=3 failures=none
// RUN: %xblock_cc -DFIXED -g -O1 %s -o %t.fixed
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fixed -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t.fixed -- verdict=complete \
// RUN:   schedules=3
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t.fixed -- verdict=complete \
// RUN:   schedules=3
//
// exitblock-rw, as published, misses it: the wait and the signal share no data, so it takes them to
// commute. The counts: Inputs/expected_counts.py lost_signal kept_signal.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int signalled;

static void *waiter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
#ifdef FIXED
  while (!signalled)
#endif
    pthread_cond_wait(&condition, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *signaller(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  signalled = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, signaller, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
