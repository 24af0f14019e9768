// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// One thread sets a flag before the value that it stands for, both plain: a thread that sees the
// flag can read too early. dpor runs both orders of each racing pair, so that the
// failure is found, and the races are. Value first there are only races.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t -- verdict=failure \
// RUN:   "failures~^assertion:[0-9]+,race" "message~seen == 42"
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 assertion -- %t
// RUN: %xblock_cc -DRIGHT -g -O1 %s -o %t.right
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t.right -- verdict=failure \
// RUN:   "failures~^race(,race)*$"
// RUN: %xblock_cc -DRIGHT -DINT=_Atomic\ int -g -O1 %s -o %t.atomic
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t.atomic -- verdict=complete \
// RUN:   failures=none
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef INT
#define INT volatile int
#endif
INT value, flag;

static void *publish(void *unused) {
  (void)unused;
#ifdef RIGHT
  value = 42;
  flag = 1;
#else
  flag = 1;
  value = 42;
#endif
  return NULL;
}

static void *look(void *unused) {
  (void)unused;
  if (flag) {
    int seen = value;
    assert(seen == 42);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, publish, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
