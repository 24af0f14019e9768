// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A try-lock finds a mutex free, or taken by a thread that gives it back in the same breath; loops of it are seen to wait,
// and those that give up another lock first are bounded.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t once -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t once never -- verdict=failure message~busy
// RUN: %python %S/Inputs/explore.py %xblock -- %t once always -- verdict=failure message~!busy
// RUN: %python %S/Inputs/explore.py %xblock -- %t spin -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t spin -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t spin keep -- verdict=failure failures=livelock message~mutex
// RUN: %xblock run -- %t spin thrice 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: %python %S/Inputs/explore.py %xblock -- %t three keep -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t back -- verdict=complete failures=none
// RUN: %xblock run -- %t back 2>&1 | FileCheck --check-prefix=BOUND %s
// RUN: %python %S/Inputs/explore.py %xblock -- %t back keep -- verdict=incomplete failures=none
// ALL: xblock: complete: {{[0-9]+}} schedules, 0 failures (dpor)
// BOUND: 1 try-lock in a row at one place of a thread that find their lock taken (--failed-tries)
//
// Once: the first search, in which T1 holds the mutex at the end of no block, is broken off at main's try. T1's block ends where
// the mutex is taken from then on: before, between and after, 3.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static sem_t over;
static int keep, times = 1;

static void *hold(void *unused) {
  for (int i = 0; i < times; i++) {
    pthread_mutex_lock(&mutex);
    if (keep)
      sem_wait(&over);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static int get(const char *how) {
  if (strcmp(how, "spin") == 0) {
    while (pthread_mutex_trylock(&mutex) != 0)
      ;
    return 1;
  }
  if (strcmp(how, "three") == 0) {
    for (int i = 0; i < 3; i++)
      if (pthread_mutex_trylock(&mutex) == 0)
        return 1;
    return 0;
  }
  if (strcmp(how, "back") == 0)
    for (;;) {
      pthread_mutex_lock(&other);
      int taken = pthread_mutex_trylock(&mutex) == 0;
      pthread_mutex_unlock(&other);
      if (taken)
        return 1;
    }
  return pthread_mutex_trylock(&mutex) == 0;
}

int main(int argc, char **argv) {
  pthread_t thread;
  const char *how = argc > 1 ? argv[1] : "once", *wrong = argc > 2 ? argv[2] : "";
  keep = strcmp(wrong, "keep") == 0;
  times = strcmp(wrong, "thrice") == 0 ? 3 : 1;
  sem_init(&over, 0, 0);
  pthread_create(&thread, NULL, hold, NULL);
  int busy = !get(how);
  assert(!busy || strcmp(wrong, "never"));
  assert(!(!busy && strcmp(wrong, "always") == 0));
  if (!busy)
    pthread_mutex_unlock(&mutex);
  sem_post(&over);
  pthread_join(thread, NULL);
  return 0;
}
