// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// sem_trywait, sem_timedwait, sem_clockwait and sem_getvalue see a semaphore before and after another thread's post: each
// has both outcomes, and what the post was made after is there.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t try && %t timed && %t clock && %t value
// RUN: %python %S/Inputs/explore.py %xblock -- %t try -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clock -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t value -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t timed -- verdict=complete schedules=2
// RUN: %python %S/Inputs/explore.py %xblock -- %t try never -- verdict=failure message~never
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed never -- verdict=failure message~never
// RUN: %python %S/Inputs/explore.py %xblock -- %t clock never -- verdict=failure message~never
// RUN: %python %S/Inputs/explore.py %xblock -- %t value never -- verdict=failure message~never
// RUN: %python %S/Inputs/explore.py %xblock -- %t try always -- verdict=failure message~always
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed always -- verdict=failure message~always
// RUN: %python %S/Inputs/explore.py %xblock -- %t clock always -- verdict=failure message~always
// RUN: %python %S/Inputs/explore.py %xblock -- %t value always -- verdict=failure message~always
//
// Main's step comes before the post or after it: 2 schedules.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static sem_t units;
static int written;

static void *post(void *unused) {
  written = 1;
  assert(sem_post(&units) == 0);
  return unused;
}

static int get(const char *how) {
  struct timespec until;
  clock_gettime(strcmp(how, "clock") ? CLOCK_REALTIME : CLOCK_MONOTONIC, &until);
  until.tv_sec++;
  int value = 0, result = 0;
  if (!strcmp(how, "try")) {
    result = sem_trywait(&units);
    assert(!result || errno == EAGAIN);
  } else if (!strcmp(how, "timed")) {
    result = sem_timedwait(&units, &until);
    assert(!result || errno == ETIMEDOUT);
  } else if (!strcmp(how, "clock")) {
    result = sem_clockwait(&units, CLOCK_MONOTONIC, &until);
    assert(!result || errno == ETIMEDOUT);
  } else {
    assert(sem_getvalue(&units, &value) == 0);
    return value;
  }
  return !result;
}

int main(int argc, char **argv) {
  pthread_t thread;
  const char *how = argc > 1 ? argv[1] : "try", *wrong = argc > 2 ? argv[2] : "";
  sem_init(&units, 0, 0);
  pthread_create(&thread, NULL, post, NULL);
  int got = get(how);
  assert(!(got && strcmp(wrong, "never") == 0));
  assert(!(!got && strcmp(wrong, "always") == 0));
  if (got && strcmp(how, "value")) // a value says nothing of who made it
    assert(written == 1);
  pthread_join(thread, NULL);
  sem_destroy(&units);
  return 0;
}
