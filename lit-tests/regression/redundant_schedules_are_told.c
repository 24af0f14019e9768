// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads, of which the second to take the lock fails: "1 failure in 2 of 3 schedules", as if one of the three did not fail. It
// was cut behind T2, T1, and the end of T2, where only the step of T1 was left that failed right behind T1. The line says so now.
//
// dpor: T1 first and T2 first, both fail; and the one that is cut. exitblock-rw has 2 that fail too, and 3 cut: behind the first thread's lock
// without its end, behind both threads' locks without the end of the first, and those with the creation of T2 behind all of T1.
// Without the failure dpor has nothing to cut.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t fails -- verdict=failure schedules=3 redundant=1 \
// RUN:   failures=assertion:2 "summary=xblock: failure: 1 failure in 2 of 3 schedules, 1 redundant (dpor)"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --mode=exitblock-rw -- %t fails -- verdict=failure schedules=5 redundant=3 failures=assertion:2
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t -- verdict=complete schedules=2 redundant=0 \
// RUN:   "summary=xblock: complete: 2 schedules, 0 failures (dpor)"
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *run(void *fails) {
  pthread_mutex_lock(&lock);
  int mine = turns++;
  pthread_mutex_unlock(&lock);
  assert(!fails || mine == 0);
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, count > 1 ? arguments[1] : NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
