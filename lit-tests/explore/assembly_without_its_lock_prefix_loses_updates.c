// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Atomic operations in inline assembly are steps as those of C11 are. Two threads add 1 each, by one template:
// with `lock` either comes first, 2 schedules. Without it each loads and then stores, and of the 6 orders of L1 S1 L2 S2
// those that begin with both loads differ only in which store is last: 1 before 2, 2 before 1, and these 2, which lose
// an addition: 4 schedules, of which 2 fail.
// RUN: %xblock_cc -g -O1 -DLOCK='"lock; "' %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=2 failures=none
// RUN: %xblock_cc -g -O1 -DLOCK='""' %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t -- verdict=failure schedules=4 failures=assertion:2
#include <assert.h>
#include <pthread.h>

static int count;

static void *add(void *unused) {
  (void)unused;
  __asm__ volatile(LOCK "incl %0" : "+m"(count) : : "memory");
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  assert(count == 2);
}
