// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Each thread sets its flag and reads the other's. Under sequential consistency one of them sees the
// other's, so the assertion holds; both pairs race. With MESSAGE, x is published before it is set,
// and a schedule within the racy blocks fails.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=race,race \
// RUN:   "message~data race on [xy]: "
// RUN: %xblock_cc -DMESSAGE -g -O1 %s -o %t.message
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t.message -- verdict=failure \
// RUN:   failures=assertion,race,race
// RUN: %python %S/Inputs/explore.py %xblock --check=none --keep-going -- %t.message -- \
// RUN:   verdict=failure failures=assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x, y, sawX, sawY;

#ifdef MESSAGE // published before it is ready
static void *one(void *unused) {
  (void)unused;
  y = 1;
  x = 1;
  return NULL;
}
static void *two(void *unused) {
  (void)unused;
  if (y)
    assert(x);
  return NULL;
}
#else
static void *one(void *unused) {
  (void)unused;
  x = 1;
  sawY = y;
  return NULL;
}
static void *two(void *unused) {
  (void)unused;
  y = 1;
  sawX = x;
  return NULL;
}
#endif

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifndef MESSAGE
  assert(sawX || sawY);
#endif
  return 0;
}
