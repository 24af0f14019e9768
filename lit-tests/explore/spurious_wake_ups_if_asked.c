// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// With --spurious a wait may end though nobody notified it: a wait under an "if" then goes on too early, one in a loop does not.
// A lost notify is a deadlock all the same.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t if -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --spurious -- %t if -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock --spurious --mode=sleep -- %t if -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock --spurious -- %t while -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --spurious --mode=sleep -- %t while -- verdict=complete failures=none
// RUN: %xblock run --spurious -- %t while 2>&1 | FileCheck %s
// CHECK: complete up to what follows
// CHECK: up to: 1 spurious wake-up in a row at one place of a thread (--spurious)
// RUN: %python %S/Inputs/explore.py %xblock --spurious -- %t lost -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock --spurious -- %t timed -- verdict=failure failures=assertion \
// RUN:   "message~result == ETIMEDOUT"
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed -- verdict=complete failures=none
//
// "if", without: T1's region before main's, or while main waits: 2. "while", with: these two; main wakes for nothing, and T1's
// region comes before it has the mutex again, or, as it wakes no second time in a row, once it waits again: 4.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;
static const char *how = "if";
static int is(const char *name) { return !strcmp(how, name); }

static void *makeReady(void *unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  if (!is("lost"))
    pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *nothing(void *unused) { return unused; }

int main(int argc, char **argv) {
  pthread_t thread;
  how = argc > 1 ? argv[1] : how;
  pthread_create(&thread, NULL, is("timed") ? nothing : makeReady, NULL);
  pthread_mutex_lock(&mutex);
  if (is("timed")) {
    struct timespec until = {2000000000, 0};
    int result = pthread_cond_timedwait(&condition, &mutex, &until);
    assert(result == ETIMEDOUT);
  } else if (is("if")) {
    if (!ready)
      pthread_cond_wait(&condition, &mutex);
    assert(ready);
  } else if (is("while")) {
    while (!ready)
      pthread_cond_wait(&condition, &mutex);
  } else {
    for (;;)
      pthread_cond_wait(&condition, &mutex);
  }
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
