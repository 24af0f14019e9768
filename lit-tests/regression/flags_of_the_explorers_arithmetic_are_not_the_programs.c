// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: where a thread's floating point control was that of the explorer as it began, it was not loaded when the thread went on. The explorer had divided
// meanwhile, for what it tells of its progress, and a thread that computes nothing saw the flag of an inexact result: a false failure.
// RUN: %xblock_cc -g -O1 %s -o %t -lm
// RUN: %xblock run --verbose --reuse=none -- %t > %t.out 2>&1
// RUN: grep "complete: 192 schedules, 0 failures" %t.out
// RUN: %xblock run --verbose -- %t > %t.out 2>&1
// RUN: grep "complete: 192 schedules, 0 failures" %t.out
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locked;
static atomic_int alone;

static void *run(void *unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    locked++;
    pthread_mutex_unlock(&lock);
    assert(!fetestexcept(FE_ALL_EXCEPT));
    alone++;
    assert(!fetestexcept(FE_ALL_EXCEPT));
  }
  return unused;
}

int main(void) {
  feclearexcept(FE_ALL_EXCEPT);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
