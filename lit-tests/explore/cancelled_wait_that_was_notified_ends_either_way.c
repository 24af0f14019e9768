// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread that is notified and cancelled while it waits on a condition variable returns from the wait or is cancelled; cancelled,
// it has taken no notify that another waiter could have.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: %t.native after && %t.native before && %t.native chain
// RUN: %python %S/Inputs/explore.py %xblock -- %t after -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t before -- verdict=complete schedules=9 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t chain -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t chain -- verdict=complete failures=none
// RUN: bash -c 'for wrong in 1 2 4; do %xblock run --quiet -- %t after $wrong; [ $? = 1 ] || exit 1; done'
// RUN: bash -c 'for wrong in 1 2 3 4; do %xblock run --quiet -- %t before $wrong; [ $? = 1 ] || exit 1; done'
// RUN: bash -c 'for wrong in 1 2 4; do %xblock run --quiet -- %t chain $wrong; [ $? = 1 ] || exit 1; done'
//
// main sets the flag and notifies (N), and cancels (C), in this order ("after") or in the other ("before"). The argument is how T1
// must not end: without a wait (1), from the wait (2), cancelled before the flag was set (3), cancelled after (4).
// after: N before T1 waits, then it meets no cancellation point: 1. T1 waits, N, T1 returns, C: 1. T1 waits, N, C, and then it is
// one or the other: 2.
// before: N before T1 waits: 1. T1 waits before or after C, and each time it is cancelled before N, which comes before or after its
// handler, or N comes first and then it is one or the other: 2 * 4.
// chain: T1 and T2 wait, one is notified, and who returns from the wait notifies the other: T2 always ends.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int flag, chain;
static int ends[2];

static void leave(void *end) {
  *(int *)end = flag ? 4 : 3;
  pthread_mutex_unlock(&mutex);
}

static void *wait(void *end) {
  int waited = 0;
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(leave, end);
  for (; !flag; waited = 1)
    pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(0);
  *(int *)end = 1 + waited;
  if (chain)
    pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void notify(void) {
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  const char *how = argc > 1 ? argv[1] : "after";
  int wrong = argc > 2 ? atoi(argv[2]) : -1;
  chain = !strcmp(how, "chain");
  for (int i = 0; i <= chain; i++)
    pthread_create(&threads[i], NULL, wait, &ends[i]);
  if (strcmp(how, "before"))
    notify();
  pthread_cancel(threads[0]);
  if (!strcmp(how, "before"))
    notify();
  for (int i = 0; i <= chain; i++) {
    void *result = NULL;
    pthread_join(threads[i], &result);
    assert((result == PTHREAD_CANCELED) == (ends[i] >= 3));
  }
  assert(ends[0] != wrong);
  return 0;
}
