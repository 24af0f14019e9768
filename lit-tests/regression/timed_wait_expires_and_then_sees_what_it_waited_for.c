// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a timed wait that expired took its mutex again in the same block, so nobody could run in
// between, and "timed out, yet what it waited for is there" was never tried: the verdict said complete.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: not %xblock run -- %t 2>&1 | FileCheck %s
// CHECK: assertion: assertion '!(result == ETIMEDOUT && ready)' failed
// CHECK: xblock: failure: assertion in schedule
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
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
  struct timespec until;
  int result = 0;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_create(&thread, 0, makeReady, 0);
  pthread_mutex_lock(&mutex);
  if (!ready)
    result = pthread_cond_timedwait(&condition, &mutex, &until);
  assert(!(result == ETIMEDOUT && ready));
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
