// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --check=none reports no race, but dpor runs both orders of racing accesses all the same, so that
// what goes wrong by them is found.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t -- verdict=failure \
// RUN:   "failures~^assertion:[0-9]+,race"
// RUN: %python %S/Inputs/explore.py %xblock --check=none --keep-going -- %t -- verdict=failure \
// RUN:   "failures~^assertion:[0-9]+$"
// RUN: %xblock_cc -DHARMLESS -g -O1 %s -o %t.harmless
// RUN: %python %S/Inputs/explore.py %xblock -- %t.harmless -- verdict=failure failures~race
// RUN: %python %S/Inputs/explore.py %xblock --check=none -- %t.harmless -- verdict=complete \
// RUN:   failures=none
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

volatile int x;

static void *add(void *unused) {
  (void)unused;
  x = x + 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifndef HARMLESS
  assert(x == 2);
#endif
  return 0;
}
