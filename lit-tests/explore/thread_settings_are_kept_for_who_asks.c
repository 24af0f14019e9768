// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Names of threads are kept for each, in each schedule anew; on which processors threads run, and whether they
// could be cancelled, has no effect.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=2 failures=none
//
// The one block of main and that of T1 both write x: 2 orders.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void check(const char *expected) {
  char name[16];
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strcmp(name, expected) == 0);
}

static void *run(void *unused) {
  int old = -1;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  assert(pthread_setcancelstate(7, &old) == EINVAL);
  pthread_testcancel();
  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
  check("worker");
  return unused;
}

int main(void) {
  pthread_t thread;
  cpu_set_t set;
  char name[16];
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && *name);
  assert(pthread_getname_np(pthread_self(), name, 4) == ERANGE);
  pthread_create(&thread, NULL, run, NULL);
  assert(pthread_setname_np(pthread_self(), "longer than fifteen") == ERANGE);
  assert(pthread_setname_np(pthread_self(), "parent") == 0);
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
  check("parent");
  assert(pthread_getaffinity_np(thread, sizeof set, &set) == 0 && CPU_COUNT(&set) >= 1);
  assert(pthread_setaffinity_np(thread, sizeof set, &set) == 0);
  pthread_join(thread, NULL);
  assert(x == 2);
  return 0;
}
