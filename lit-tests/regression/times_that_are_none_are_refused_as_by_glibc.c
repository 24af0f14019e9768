// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A time with more than 999,999,999 nanoseconds, or a negative length, was taken for a time by condition variables and sleeps.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1 failures=none
//
// The other thread does nothing: 1.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  struct timespec wrong = {0, 2000000000}, negative = {-1, 0};
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_timedwait(&condition, &mutex, &wrong) == EINVAL);
  assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &wrong) == EINVAL);
  pthread_mutex_unlock(&mutex);
  assert(nanosleep(&wrong, NULL) == -1 && errno == EINVAL);
  assert(nanosleep(&negative, NULL) == -1 && errno == EINVAL);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL) == EINVAL);
  return pthread_join(thread, NULL);
}
