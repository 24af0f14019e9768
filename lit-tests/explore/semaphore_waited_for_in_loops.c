// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Loops around sem_trywait and sem_timedwait end, and are explored to the end; a loop of tries that nobody posts for is a livelock, one of time-outs is
// given up.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t try post && %t timed post
// RUN: %python %S/Inputs/explore.py %xblock -- %t try post -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed post -- verdict=complete failures=none schedules=3
// RUN: %python %S/Inputs/explore.py %xblock --timeouts=2 -- %t timed post -- verdict=complete failures=none schedules=4
// RUN: %python %S/Inputs/explore.py %xblock -- %t try -- verdict=failure failures=livelock
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed -- verdict=incomplete failures=none
//
// Timed: before the post the wait expires 0 times, once, or once and then waits, since a wait may expire but once in a row
// while others do nothing: 3. With --timeouts=2 one more.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static sem_t units;

static void *post(void *unused) {
  sem_post(&units);
  return unused;
}

static void *nothing(void *unused) { return unused; }

int main(int argc, char **argv) {
  pthread_t thread;
  sem_init(&units, 0, 0);
  pthread_create(&thread, NULL, argc > 2 ? post : nothing, NULL);
  if (argc > 1 && !strcmp(argv[1], "try")) {
    while (sem_trywait(&units) != 0)
      ;
  } else {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    do
      until.tv_nsec = (until.tv_nsec + 1000) % 1000000000;
    while (sem_timedwait(&units, &until) != 0);
  }
  pthread_join(thread, NULL);
  return 0;
}
