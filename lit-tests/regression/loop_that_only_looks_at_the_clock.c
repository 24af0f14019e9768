// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A loop that does nothing but look at the clock, by a call that only gives a result (time(NULL), clock, times(NULL), rdtsc), was "stuck: computed for 10 s",
// a failure that the program does not have: it ends at a time. Like one by clock_gettime, which writes what it tells, it is a loop that ends at a time,
// and the verdict is that this was given up.
// RUN: %xblock_cc -DNOW="time(NULL)" %s -o %t && not %t > %t.out 2>&1; FileCheck %s --input-file=%t.out
// RUN: %xblock_cc -DNOW="clock()" %s -o %t && not %t > %t.out 2>&1; FileCheck %s --input-file=%t.out
// RUN: %xblock_cc -DNOW="times(NULL)" %s -o %t && not %t > %t.out 2>&1; FileCheck %s --input-file=%t.out
// RUN: %xblock_cc -DNOW="__rdtsc()" %s -o %t && not %t > %t.out 2>&1; FileCheck %s --input-file=%t.out
// RUN: %xblock_cc -O2 -DNOW="__rdtsc()" %s -o %t && not %t > %t.out 2>&1; FileCheck %s --input-file=%t.out
// RUN: %xblock_cc -DNOW="gettime()" %s -o %t && not %t > %t.out 2>&1; FileCheck %s --input-file=%t.out
// CHECK-NOT: stuck
// CHECK: incomplete: 1 schedule, 0 failures
// CHECK-NEXT: left: 1 schedule was given up, where threads only tried again what may come to nothing: {{.*$}}
// CHECK: loops that end at a time
#include <pthread.h>
#include <stdio.h>
#include <sys/times.h>
#include <time.h>
#include <x86intrin.h>

static inline long gettime(void) {
  struct timespec s;
  clock_gettime(CLOCK_MONOTONIC, &s);
  return s.tv_sec * 1000000000 + s.tv_nsec;
}

static void *run(void *arg) {
  long start = (long)NOW;
  while ((long)NOW - start < 5)
    ;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
