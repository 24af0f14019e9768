// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Noise of priorities on real threads, without privileges: a thread whose priority was drawn lower waits at its events while the other could go on, and one that
// falls back between its load and its store loses an update. One of 60 to 300 runs did, the more the busier the machine: 20,000 runs miss it with less than e^-60.
// Two threads that add once are too seldom there at the same time. What is recorded are turns only, so a replay needs no priorities.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --noise=priority --noise-probability=50 --noise-strength=50 --max-schedules=20000 -- %t > out 2>&1; [ $? = 1 ]'
// RUN: FileCheck --input-file=%t.dir/out %s
// CHECK: xblock: failure: abort in schedule {{[0-9]+}} (native)
// RUN: bash -c 'cd %t.dir; for i in {1..5}; do %xblock run --policy=native --native-log=$(ls *.xblock-native) -- %t > out 2>&1; [ $? = 1 ] && grep -q "abort, as in the log" out || exit 1; done'
// Priorities that never change make nobody wait, and what nobody of a higher priority holds up ends: each of these runs does.
// RUN: bash -c '%xblock run --policy=native --noise=priority --noise-probability=0 --max-schedules=20 -- %t right > %t.out 2>&1; [ $? = 2 ]'
// RUN: bash -c '%xblock run --policy=native --noise=priority --noise-probability=100 --max-schedules=20 -- %t right > %t.out 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=TOLD --input-file=%t.out %s
// TOLD: left: sampled only: 20 runs on real threads (seed 1, priority noise at 100 %, strength 10)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { kTimes = 100 };
static int x, right;
static atomic_int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t begin;

static void *add(void *unused) {
  pthread_barrier_wait(&begin);
  for (int i = 0; i < kTimes; ++i) {
    if (right)
      pthread_mutex_lock(&lock);
    x = x + 1;
    if (right)
      pthread_mutex_unlock(&lock);
  }
  atomic_fetch_add(&done, 1);
  // A thread of any priority that spins does not keep the other one for ever.
  while (right && atomic_load(&done) != 2) {
  }
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  right = argc > 1;
  pthread_barrier_init(&begin, NULL, 2);
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x == 2 * kTimes);
  return 0;
}
