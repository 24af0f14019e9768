// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A cycle of three locks that no two threads close: it is executed, under dpor and sleep, and
// replays. Plain exitblock ends no block between a thread's two locks, and runs on past it.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t -- verdict=failure \
// RUN:   failures=deadlock:1 threads=main,T1,T2,T3 \
// RUN:   "message=main waits for the end of T1; T1 waits for mutex l1, held by T3; T2 waits for mutex l0, held by T1; T3 waits for mutex l2, held by T2"
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep --keep-going -- %t -- verdict=failure \
// RUN:   failures=deadlock:1
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- failures=none
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 deadlock -- %t
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t l0 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t l1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t l2 = PTHREAD_MUTEX_INITIALIZER;

static void enter(pthread_mutex_t *outer, pthread_mutex_t *inner) {
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
}
static void *first(void *unused) {
  (void)unused;
  enter(&l0, &l1);
  return NULL;
}
static void *second(void *unused) {
  (void)unused;
  enter(&l2, &l0);
  pthread_mutex_lock(&l1);
  pthread_mutex_unlock(&l1);
  return NULL;
}
static void *third(void *unused) {
  (void)unused;
  enter(&l1, &l2);
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_create(&threads[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
