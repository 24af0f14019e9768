// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread that is cancelled ends at the next function that is a cancellation point, also if it waits in it; its cleanup handler
// runs first, with the mutex of a wait, and then the destructors of keys.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %xblock_cc -g -O1 -fexceptions %s -o %t.attribute
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: bash -c 'for how in test wait timedwait clockwait sem timedsem clocksem join timedjoin clockjoin nanosleep clocksleep usleep \
// RUN:   write sleep; do %t.native $how || exit 1; done'
// RUN: %python %S/Inputs/explore.py %xblock -- %t test -- verdict=complete schedules=5 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t wait -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timedwait -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clockwait -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t sem -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timedsem -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clocksem -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t join -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timedjoin -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clockjoin -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t nanosleep -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clocksleep -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t usleep -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t write -- verdict=complete schedules=5 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t sleep -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.attribute test -- verdict=complete schedules=5 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.attribute wait -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t wait -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t join -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t test -- verdict=unsupported "unsupported~under a mode as published"
//
// Schedules: what happens before the request, and is seen to be before it.
// test, write: the loop comes to 0, 1, 2, 3 or 4 points in vain; then it is seen to change nothing, and waits: 5.
// sem, join: a wait that could not go on is no step: 1.
// wait: the thread waits already, or not yet: 2.
// sleeps, timed waits for units and ends: they pass 0 times or once, and more only if nothing else can go on (--timeouts), so that
// the thread then waits: before that, or in it: 3.
// timedwait: before the wait; in it; after it expired; in the second one: 4.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static pthread_t sleeper;
static const char *how = "test";
static int handled, held, destroyed;
static pthread_key_t key;
static int is(const char *name) { return !strcmp(how, name); }

static void destroy(void *value) {
  assert(handled == 1);
  destroyed = value != NULL;
}
static void handle(void *lock) {
  handled++;
  if (lock) {
    held = pthread_mutex_trylock(lock) == EBUSY;
    pthread_mutex_unlock(lock);
  }
}

static void *never(void *unused) {
  sem_wait(&semaphore);
  return unused;
}

static void *run(void *unused) {
  struct timespec until = {2000000000, 0}, moment = {0, 1000000};
  pthread_setspecific(key, &key);
  int waits = is("wait") || is("timedwait") || is("clockwait");
  if (waits)
    pthread_mutex_lock(&mutex);
  pthread_cleanup_push(handle, waits ? &mutex : NULL);
  for (;;) {
    if (is("test"))
      pthread_testcancel();
    else if (is("wait"))
      pthread_cond_wait(&condition, &mutex);
    else if (is("timedwait"))
      pthread_cond_timedwait(&condition, &mutex, &until);
    else if (is("clockwait"))
      pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &until);
    else if (is("sem"))
      sem_wait(&semaphore);
    else if (is("timedsem"))
      sem_timedwait(&semaphore, &until);
    else if (is("clocksem"))
      sem_clockwait(&semaphore, CLOCK_MONOTONIC, &until);
    else if (is("join"))
      pthread_join(sleeper, NULL);
    else if (is("timedjoin"))
      pthread_timedjoin_np(sleeper, NULL, &until);
    else if (is("clockjoin"))
      pthread_clockjoin_np(sleeper, NULL, CLOCK_MONOTONIC, &until);
    else if (is("nanosleep"))
      nanosleep(&moment, NULL);
    else if (is("clocksleep"))
      clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL);
    else if (is("usleep"))
      usleep(1000);
    else if (is("write"))
      assert(write(1, "", 0) == 0);
    else
      sleep(1);
  }
  pthread_cleanup_pop(0);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  void *result = NULL;
  how = argc > 1 ? argv[1] : how;
  pthread_key_create(&key, destroy);
  sem_init(&semaphore, 0, 0);
  if (strstr(how, "join"))
    pthread_create(&sleeper, NULL, never, NULL);
  pthread_create(&thread, NULL, run, NULL);
  assert(pthread_cancel(thread) == 0);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  assert(handled == 1 && destroyed && (!strstr(how, "wait") || held));
  if (strstr(how, "join")) {
    pthread_cancel(sleeper);
    pthread_join(sleeper, NULL);
  }
  return 0;
}
