// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: that a lock was given back woke a loop of try-locks only once the search had seen a try of that lock end a schedule:
// in mode sleep, in the round before, a loop that waited for a lock held across the end of a block waited for ever, and a program
// that always ends had a livelock.
// RUN: %xblock_cc -g -O1 -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep --keep-going -- %t -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t -- verdict=complete failures=none
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int number;

static void *nests(void *unused) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  pthread_mutex_unlock(&inner);
  number = 1;
  pthread_mutex_unlock(&outer);
  return unused;
}

static void *looks(void *unused) {
  number;
  number;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, nests, NULL);
  pthread_create(&threads[1], NULL, looks, NULL);
  while (pthread_mutex_trylock(&outer) != 0)
    sched_yield();
  pthread_mutex_unlock(&outer);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
