// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A failure that takes two preemptions: --preemptions=1 misses it, and says that its verdict is one
// up to that; 2 finds it; a bound that nothing is left out for is not told.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --preemptions=0 -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --preemptions=1 -- %t -- verdict=complete failures=none
// RUN: %xblock run --preemptions=1 -- %t 2>&1 | FileCheck --check-prefix=ONE %s
// RUN: %python %S/Inputs/explore.py %xblock --preemptions=2 -- %t -- verdict=failure \
// RUN:   failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock --preemptions=3 --keep-going -- %t -- verdict=failure \
// RUN:   schedules=6 failures=assertion:1
// RUN: not %xblock run --preemptions=3 --keep-going -- %t 2>&1 | FileCheck --check-prefix=THREE %s
// RUN: not %xblock run --preemptions=1 --mode=sleep -- %t 2>&1 | FileCheck --check-prefix=MODE %s
// ONE: xblock: complete up to what follows: {{[0-9]+}} schedules, 0 failures (dpor)
// ONE-NEXT: up to: 1 preemption in a schedule
// THREE: xblock: failure: 1 failure in 1 of 6 schedules (dpor)
// THREE-NOT: up to
// MODE: xblock: --preemptions needs --mode=dpor
//
// T1 sets busy and clears it; T2 looks twice. All orders of two writes and two reads: 4! / (2! 2!) = 6,
// no two of which commute. Only in "set, look, clear, look" does busy go down between the looks: T1 is
// left after its first block, and T2 after its own. The other orders have up to 3 preemptions.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int busy;

static void set(int value) {
  pthread_mutex_lock(&lock);
  busy = value;
  pthread_mutex_unlock(&lock);
}

static int get(void) {
  pthread_mutex_lock(&lock);
  int value = busy;
  pthread_mutex_unlock(&lock);
  return value;
}

static void *works(void *unused) {
  (void)unused;
  set(1);
  set(0);
  return NULL;
}

static void *looks(void *unused) {
  (void)unused;
  int first = get();
  int second = get();
  assert(!first || second);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, works, NULL);
  pthread_create(&b, NULL, looks, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
