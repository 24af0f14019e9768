// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a timed wait that had expired --timeouts times in a row could not expire again even where no other thread was
// left to do anything, so a loop that gives up after three tries was called a deadlock. One that gives up after a million is
// left behind, and the verdict says so; a thread that polls hides no deadlock of others.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 3 -- verdict=complete schedules=1 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t 3 -- verdict=complete schedules=1 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 1000000 -- verdict=incomplete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t 1000000 -- verdict=incomplete failures=none
//
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 3 circle -- verdict=failure failures=deadlock
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t 3 circle -- verdict=failure failures=deadlock
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 1000000 circle -- verdict=failure failures=deadlock
//
// Main only joins: 1 schedule.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *wait(void *tries) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < *(int *)tries; i++) {
    until.tv_sec++;
    pthread_cond_timedwait(&condition, &mutex, &until);
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *bThenA(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  int tries = argc > 1 ? atoi(argv[1]) : 3;
  pthread_create(&thread, 0, wait, &tries);
  if (argc > 2) {
    pthread_t other;
    pthread_create(&other, 0, bThenA, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(other, 0);
  }
  pthread_join(thread, 0);
  return 0;
}
