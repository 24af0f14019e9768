// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// An instrumented program that is run by itself explores its schedules and exits with the verdict.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../run/Inputs/exits.py 1 %t 2>&1 | FileCheck %s
// RUN: env XBLOCK_OPTIONS="mode=exitblock keep-going" %python %S/Inputs/exits.py 1 %t 2>&1 | \
// RUN:   FileCheck --check-prefix=ALL %s
// RUN: %xblock_cc -DFIXED -g -O1 %s -o %t.fixed
// RUN: env XBLOCK_OPTIONS="mode=exitblock-rw" %python %S/Inputs/exits.py 0 %t.fixed 2>&1 | \
// RUN:   FileCheck --check-prefix=FIXED %s
//
// CHECK: assertion: {{.*}}x == 2
// CHECK: failure: assertion in schedule
// ALL: failure: 1 failure in 6 of 17 schedules, 7 redundant (exitblock)
// FIXED: complete: 4 schedules{{(, [0-9]+ redundant)?}}, 0 failures (exitblock-rw)
//
// 6 of 17 as in explore/lost_update.c. Fixed, each thread has one block: expected_counts.py
// errorcheck has the same shape.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *increment(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  int y = x;
#ifndef FIXED
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
#endif
  x = y + 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(x == 2);
  return 0;
}
