// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Three threads, of which the first waits for a signal while it holds a lock, the second waits for
// that lock, and the third, which would signal, for the second's: the circle goes through a
// condition variable. It is executed, and replays. Without the second's inner lock there is none.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t -- verdict=failure \
// RUN:   failures=deadlock:1 threads=main,T1,T2,T3 \
// RUN:   "message=main waits for the end of T1; T1 waits for condition variable c; T2 waits for mutex a, held by T1; T3 waits for mutex b, held by T2"
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep --keep-going -- %t -- verdict=failure \
// RUN:   failures=deadlock:1
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 deadlock -- %t
// RUN: %xblock_cc -DFIXED -g -O1 %s -o %t.fixed
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fixed -- verdict=complete schedules=2 \
// RUN:   failures=none
//
// The count of the fixed one: the waiter finds ready set, or waits.
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

/// Holds a while it waits for `ready`.
static void *waiter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&a);
  return NULL;
}
/// Holds b while it takes a.
static void *middle(void *unused) {
  (void)unused;
  pthread_mutex_lock(&b);
#ifndef FIXED
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
#endif
  pthread_mutex_unlock(&b);
  return NULL;
}
/// Takes b before it says `ready`.
static void *notifier(void *unused) {
  (void)unused;
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, middle, NULL);
  pthread_create(&threads[2], NULL, notifier, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
