// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a timed wait that had expired --timeouts times in a row could not expire again even where no other thread was
// left to do anything, so a loop that gives up after three tries was called a deadlock. A loop that never gives up still
// fails: as a livelock.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 3 -- verdict=complete schedules=1 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t 3 -- verdict=complete schedules=1 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 1000000 -- verdict=failure failures=livelock
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t 1000000 -- verdict=failure failures=livelock
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

int main(int argc, char **argv) {
  pthread_t thread;
  int tries = argc > 1 ? atoi(argv[1]) : 3;
  pthread_create(&thread, 0, wait, &tries);
  pthread_join(thread, 0);
  return 0;
}
