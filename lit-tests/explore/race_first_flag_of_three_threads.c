// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Three threads each want to be the first, by a flag without a lock: under dpor two can be, and the
// race on the flag is reported with its places. The verdict counts both.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute --keep-going -- %t -- verdict=failure \
// RUN:   schedules=66 failures=exit:60,race:1,race:1
// RUN: not %xblock run --keep-going -- %t 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=exit,race,race
//
// The counts: each thread reads the flag (R), and if it is first, acts (W, print). All interleavings
// of these events are 66 for three threads, and in 60 of them more than one thread prints.
//
// CHECK: exit: the program exits with status 1
// CHECK: race: data race on first: T1 writes at {{.*}}.c:[[#@LINE+18]] (holding nothing), T2 reads at {{.*}}.c:[[#@LINE+17]] (holding nothing)
// CHECK: accesses
// CHECK-NEXT: T1 writes first, holding nothing
// CHECK-NEXT: #0 run {{.*}}.c:[[#@LINE+15]]
// CHECK-NEXT: created at {{.*}}.c:[[#CREATED:]]#1
// CHECK-NEXT: T2 reads first, holding nothing
// CHECK-NEXT: #0 run {{.*}}.c:[[#@LINE+11]]
// CHECK-NEXT: created at {{.*}}.c:[[#CREATED]]#2
// CHECK: xblock: failure: 1 failure in 60 of 66 schedules, 2 data races (dpor)
#include <pthread.h>
#include <stddef.h>

static int first = 1, prints;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
  (void)unused;
  if (first) {
    first = 0;
    pthread_mutex_lock(&lock);
    prints++;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return prints != 1;
}
