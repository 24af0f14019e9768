// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread waits on a condition while it holds an outer lock that its notifier needs: a deadlock,
// and if the notify comes first it is lost. Without the outer lock, and with a flag: no failure.
// Paper 000, figure 4.10.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=deadlock \
// RUN:   threads=main,T1,T2 \
// RUN:   "message~T1 waits for condition variable condition; T2 waits for mutex a, held by T1"
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=failure \
// RUN:   failures=deadlock schedules=1 threads=main,T1,T2 \
// RUN:   "message~T1 waits for condition variable condition; T2 waits for mutex a, held by T1"
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=3 failures=deadlock:1
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=4 failures=deadlock:2,deadlock:1
// RUN: %xblock_cc -DFIXED -g -O1 %s -o %t.fixed
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fixed -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t.fixed -- verdict=complete \
// RUN:   schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t.fixed -- verdict=complete \
// RUN:   schedules=10 failures=none
//
// The first schedule runs T1 up to its wait; T2 then needs a. The other counts:
// Inputs/expected_counts.py deadlock_with_wait deadlock_with_wait_fixed. Two deadlocks are told
// apart: T2 stands before a, or has ended.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

#ifdef FIXED
static int notified;

static void *waiter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  while (!notified)
    pthread_cond_wait(&condition, &b);
  pthread_mutex_unlock(&b);
  return NULL;
}
#else
static void *waiter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_cond_wait(&condition, &b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}
#endif

static void *notifier(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
#ifdef FIXED
  notified = 1;
#endif
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, notifier, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
