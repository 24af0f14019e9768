// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --starvation=N is a failure where a thread could have run for more than N blocks of others in a
// row; the schedule goes on. Without the option nothing is said.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --starvation=4 -- %t -- verdict=complete schedules=1 \
// RUN:   failures=none
// RUN: %python %S/Inputs/explore.py %xblock --starvation=3 --keep-going -- %t -- verdict=failure \
// RUN:   schedules=1 failures=starvation:1 \
// RUN:   "message=T2 could run, and did not, for 4 blocks of others"
// RUN: not %xblock run --starvation=3 --keep-going -- %t 2>&1 | FileCheck %s
// CHECK: xblock: failure: 1 failure in 1 schedule (dpor)
// CHECK-NEXT: up to: starvation is seen in the schedules that ran
// RUN: not %xblock run --starvation=3 --mode=sleep -- %t 2>&1 | FileCheck --check-prefix=MODE %s
// MODE: xblock: --starvation needs --mode=dpor
//
// The threads have locks of their own: one schedule is enough. In it T1 runs its 3 regions and its
// end, 4 blocks, while T2 could run. T1 waits for main's start of T2 only.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[2]; // zero bytes are unlocked mutexes

static void *run(void *lock) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, &locks[0]);
  pthread_create(&b, NULL, run, &locks[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
