// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two conditions in one line are two findings, which they once were not where every schedule fails. (Failures of threads that change
// places are one: fewest_switches_and_turning_points_of_the_programs_of_1999.test.)
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/causes.py %xblock --keep-going -- %t -- findings=3 counts=1,1,1 switches=2 turn=none
//
// T2 reads x before, between or after the writes of T1: three schedules, each fails in a way of its own. The first that is found has
// both writes before the read: main, which starts T2, then T1, then T2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *writeTwice(void *unused) {
  x = 1;
  x = 2;
  return unused;
}

static void *look(void *unused) {
  int seen = x;
  assert(seen != 0); assert(seen != 1); assert(seen != 2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writeTwice, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
