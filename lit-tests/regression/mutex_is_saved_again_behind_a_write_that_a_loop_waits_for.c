// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A block that ends since it wrote what a loop waits for, right before a lock that is taken, goes on in the next block: there the
// mutex was not saved again, so that going back left it as it was: a schedule was missed, and a mutex kept an owner.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --check=none -- %t -- verdict=complete failures=none
// RUN: %xblock run --check=none --verify-restore -- %t 2>&1 | FileCheck %s
// RUN: %xblock run --check=none -- %t 2>&1 | FileCheck %s
// CHECK: xblock: complete: 84 schedules, 0 failures (dpor)
// 84 is what --restore=reexecute, which has no memory to restore, counts too; it was 83.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static volatile int flag;
static int x;

static void *waits(void *unused) {
  while (!flag) {
  }
  return unused;
}
static void *nests(void *unused) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  ++x;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return unused;
}
static void *twice(void *unused) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&outer);
    ++x;
    pthread_mutex_unlock(&outer);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, waits, NULL);
  pthread_create(&threads[1], NULL, nests, NULL);
  pthread_create(&threads[2], NULL, twice, NULL);
  flag = 1;
  pthread_mutex_lock(&outer);
  ++x;
  pthread_mutex_unlock(&outer);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  assert(x == 4);
  return 0;
}
