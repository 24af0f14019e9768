// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The process ends when main returns, whatever a detached thread was doing: before, between and
// after its two regions.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t 0 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 1 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t 3 -- verdict=complete \
// RUN:   schedules=6
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 3 -- verdict=complete \
// RUN:   schedules=6
//
// The argument is what x must not be when main looks. Blocks: main L (its look at x, under the
// lock), E (the end of the process); T1 A, B. E is last, and nothing after it is run: L with none
// of A B, with A, or with both of them before E, in 1 + 2 + 3 = 6 orders. All conflict: L reads and
// A, B write x, and E conflicts with everything.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *run(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int forbidden = argc > 1 ? atoi(argv[1]) : 3;
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_detach(thread);
  pthread_mutex_lock(&lock);
  int seen = x;
  pthread_mutex_unlock(&lock);
  assert(seen != forbidden);
  return 0;
}
