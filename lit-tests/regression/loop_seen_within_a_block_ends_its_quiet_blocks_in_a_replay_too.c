// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: that a loop of plain reads waits is seen within one block, after a million rounds, and the row of blocks in which the
// thread changed nothing ends there. A run of a given schedule did not look for such loops, so that its row went on, the next loop
// was seen to wait one round sooner than in the search, and the livelock's schedule was said not to fit (unsupported).
// RUN: %xblock_cc -O0 -g %s -o %t
// RUN: not %xblock run --check=none --keep-going --timeouts=100 --failed-tries=100 --max-blocks=300 --max-schedules=500 \
// RUN:   --frontier=none -- %t > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// CHECK: livelock
// CHECK-NOT: unsupported
// CHECK: xblock: failure: 2 failures in {{[0-9]+}} of {{[0-9]+}} schedules
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static volatile int v0;
static _Atomic int v1;
static volatile int own[3];
static pthread_mutex_t l0 = PTHREAD_MUTEX_INITIALIZER, l1 = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  for (int old = 0; !atomic_compare_exchange_strong(&v1, &old, 1); old = 0)
    sched_yield();
  while (v1 != 1 && v1 != 1)
    sched_yield();
  v0 = 0;
  return unused;
}
static void *second(void *unused) {
  v0 = 1;
  own[2] = own[2] * 3 + v0;
  own[2] = own[2] * 3 + v0;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_mutex_lock(&l0);
  while (v0 != 1 && v0 != 2)
    ;
  for (int old = 0; !atomic_compare_exchange_strong(&v1, &old, 7); old = 0)
    ;
  v1 = 0;
  pthread_mutex_unlock(&l0);
  if (pthread_mutex_trylock(&l1) == 0) {
    pthread_mutex_lock(&l0);
    own[0] = own[0] * 3 + v1;
    int i = 0;
    for (; i < 3 && v1 != 1; ++i)
      sched_yield();
    own[0] = own[0] * 3 + (i == 3);
    pthread_mutex_unlock(&l0);
    pthread_mutex_unlock(&l1);
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
