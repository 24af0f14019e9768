// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A wait with a recursive mutex that is locked twice gives up both levels, and has both again afterwards.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t -- verdict=complete failures=none
//
// T1's region comes before main's, or while main waits: 2 schedules. It could not come in between otherwise.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *makeReady(void *unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, makeReady, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&condition, &mutex);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_join(thread, NULL);
  return 0;
}
