// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Of the ways on which a thread decides to wait only the last one was a deadlock, and it was told as the first: under another name, or twice. A way
// that comes to a barrier, which a block can end at, was taken for waiting: the report named nothing, and the replay did not deadlock.
// And blocks that end before locks since a deadlock was found were told to end there where it was found without that.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --shorten=0 -- %t three -- verdict=failure schedules=3 failures=deadlock:1,deadlock:1,deadlock:1
// RUN: not %xblock run --keep-going --shorten=0 -- %t three 2>&1 | FileCheck --check-prefix=THREE %s
// RUN: not %xblock run --keep-going --shorten=0 --mode=sleep -- %t three 2>&1 | FileCheck --check-prefix=THREE %s
// THREE-DAG: deadlock: main waits for the end of T1; T1 waits for semaphore s
// THREE-DAG: deadlock: main waits for semaphore s; T1 waits for semaphore s
// THREE-DAG: deadlock: main waits for mutex m, held by T1; T1 waits for semaphore s
// RUN: not %xblock run --keep-going --shorten=0 -- %t barrier 2>&1 | FileCheck --check-prefix=BARRIER %s
// BARRIER-DAG: deadlock: main waits for barrier b
// BARRIER-DAG: deadlock: main waits for semaphore s
// RUN: not %xblock replay x1:1 -- %t barrier 2>&1 | FileCheck --check-prefix=REPLAY %s
// REPLAY: main waits for semaphore s
// REPLAY: xblock: replay: 1 block, deadlock
// RUN: not %xblock run --keep-going --shorten=0 -- %t tries 2>&1 | FileCheck --check-prefix=TRIES %s
// TRIES: deadlock: main waits for mutex n, held by T1; T1 waits for mutex m, held by main
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <xblock/xblock.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static sem_t s; // is never posted
static pthread_barrier_t b;
static int g;

static void *waits(void *unused) {
  pthread_mutex_lock(&m);
  sem_wait(&s);
  return unused;
}
static void *ends(void *unused) { return unused; }
static void triesThenTakes(pthread_mutex_t *first, pthread_mutex_t *second) {
  int taken = pthread_mutex_trylock(first) == 0;
  if (g == 5)
    return;
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  if (taken)
    pthread_mutex_unlock(first);
}
static void *tries(void *unused) {
  triesThenTakes(&n, &m);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  const char *how = argc > 1 ? argv[1] : "";
  sem_init(&s, 0, 0);
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&t, NULL, !strcmp(how, "three") ? waits : !strcmp(how, "barrier") ? ends : tries, NULL);
  if (!strcmp(how, "three")) {
    if (xblock_choose(2)) {
      pthread_mutex_lock(&m);
      pthread_mutex_unlock(&m);
    } else {
      sem_wait(&s);
    }
  } else if (!strcmp(how, "barrier")) {
    if (xblock_choose(2))
      sem_wait(&s);
    else
      pthread_barrier_wait(&b);
  } else {
    triesThenTakes(&m, &n);
  }
  pthread_join(t, NULL);
  return 0;
}
