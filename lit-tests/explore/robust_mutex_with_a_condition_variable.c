// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A wait on a condition variable with a robust mutex says as it takes it again that the last owner ended with it, also where it
// expired; and a mutex that is given up by a wait and was not made consistent is lost, for the waiter too.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: %t.native wait && %t.native timed && %t.native lose
// RUN: %python %S/Inputs/explore.py %xblock -- %t wait -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t lose -- verdict=complete schedules=2 failures=none
// RUN: bash -c 'for how in wait timed lose; do for wrong in 1 2; do %xblock run --quiet -- %t $how $wrong; [ $? = 1 ] || exit 1; \
// RUN:   done; done'
// RUN: %xblock run --quiet -- %t wait 3 && not %xblock run --quiet -- %t timed 3
// RUN: %python %S/Inputs/explore.py %xblock -- %t unlock -- verdict=complete schedules=2 failures=none
//
// T1 takes the mutex, notifies, and ends with it. The second argument is what must not be: that main did not wait, and was told that
// the owner had ended as it took the mutex (1); that the wait told it so (2); that the wait expired in time (3). Schedules: T1 before
// main, or after main began to wait: 2. timed: also after the wait expired, with the mutex to come or had: 4. lose, where main finds the
// mutex inconsistent and waits: nobody will have it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int done;

static void *end(void *unused) {
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_cond_signal(&condition);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  struct timespec until;
  const char *how = argc > 1 ? argv[1] : "wait";
  int wrong = argc > 2 ? atoi(argv[2]) : -1, outcome = 0;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&thread, NULL, end, NULL);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  int error = pthread_mutex_lock(&mutex);
  if (error == EOWNERDEAD && !strcmp(how, "lose")) {
    assert(pthread_cond_timedwait(&condition, &mutex, &until) == ENOTRECOVERABLE);
    assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
    assert(wrong != 1);
    pthread_join(thread, NULL);
    return 0;
  }
  if (error == EOWNERDEAD) {
    outcome = 1;
  } else {
    assert(error == 0 && !done);
    error = strcmp(how, "timed") ? pthread_cond_wait(&condition, &mutex) : pthread_cond_timedwait(&condition, &mutex, &until);
    outcome = error == EOWNERDEAD ? 2 : 3;
    assert(error == EOWNERDEAD || (!strcmp(how, "timed") && error == ETIMEDOUT));
  }
  assert(outcome != wrong);
  if (error == EOWNERDEAD && strcmp(how, "unlock"))
    assert(pthread_mutex_consistent(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  if (error == EOWNERDEAD)
    assert(pthread_mutex_lock(&mutex) == (strcmp(how, "unlock") ? 0 : ENOTRECOVERABLE));
  if (error == EOWNERDEAD && strcmp(how, "unlock"))
    pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
