//===- b_before_a_fails.h - a failure in one order of two threads -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A program but for the function fail(), which its includer defines: it is reached when thread B
// enters the lock before thread A did. C and C++. main is T0, A is T1, B is T2; A, created first,
// runs first in the first schedule.
//===------------------------------------------------------------------------------------------------===//
#include <pthread.h>
#include <stddef.h>

static void fail(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int aWasHere;

static void *a(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  aWasHere = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *b(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  int after = aWasHere;
  pthread_mutex_unlock(&lock);
  if (!after)
    fail();
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, a, NULL);
  pthread_create(&threads[1], NULL, b, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
