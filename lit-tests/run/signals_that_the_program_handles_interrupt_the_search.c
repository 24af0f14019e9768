// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a program did with SIGINT and SIGTERM before its threads does not keep them from interrupting the search, and its handler, which
// would make schedules fail that do not, is not called. 3 threads of 4 increments each: 12!/(4!)^3 orders.
// RUN: %xblock_cc -O1 -g %s -o %t
// RUN: %python %S/Inputs/interrupt_and_resume.py %xblock 300 SIGINT-group,SIGTERM-command -- %t | FileCheck %s
// CHECK: xblock: complete: 34650 schedules, 0 failures (dpor)
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t interrupted;
static int x;

static void note(int number) { interrupted = number; }

static void *run(void *unused) {
  for (int i = 0; i < 4; ++i) {
    pthread_mutex_lock(&m);
    ++x;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  sigset_t term;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  sigprocmask(SIG_BLOCK, &term, NULL);
  signal(SIGINT, note);
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  assert(!interrupted && x == 12);
}
