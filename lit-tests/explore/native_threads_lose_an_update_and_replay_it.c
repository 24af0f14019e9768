// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// On real threads: each thread adds by a load and a store, which are events, and with noise at half of them a run loses an update with a probability
// of at least 1/20 (about 1/5 on two processors): 2,000 runs miss it with less than e^-100. Then the log makes each run lose it.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --noise-probability=50 --max-schedules=2000 -- %t > out 2>&1; [ $? = 1 ]'
// RUN: FileCheck --check-prefix=FOUND --input-file=%t.dir/out %s
// FOUND: Assertion `x == 2' failed.
// FOUND-NEXT: xblock: failure: died of SIGABRT, in schedule {{[0-9]+}} (native)
// FOUND-NEXT:   replay: xblock run --policy=native --native-log={{.*}}.xblock-native -- {{.*}}
// RUN: bash -c 'cd %t.dir; for i in {1..20}; do %xblock run --policy=native --native-log=$(ls *.xblock-native) -- %t > out 2>&1; [ $? = 1 ] && FileCheck --check-prefix=AGAIN --input-file=out %s || exit 1; done'
// AGAIN: Assertion `x == 2' failed.
// AGAIN-NEXT: xblock: failure: died of SIGABRT, as in the log (native)
//
// Without a race no run fails, and nothing is proved: the verdict is incomplete. A log of another program does not fit.
// RUN: %xblock_cc -g -O1 -DRIGHT %s -o %t.right
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --noise-probability=50 --max-schedules=200 -- %t.right > out 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=RIGHT --input-file=%t.dir/out %s
// RIGHT: xblock: incomplete: 200 schedules, 0 failures (native)
// RIGHT-NEXT: left: sampled only: 200 runs on real threads (seed 1, mixed noise at 50 %, strength 10)
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --stuck-seconds=2 --native-log=$(ls *.xblock-native) -- %t.right > out 2>&1; [ $? = 3 ] && grep -q "does not fit the log" out'
// A log that is cut off is none.
// RUN: bash -c 'cd %t.dir; head -n 5 $(ls *.xblock-native) > cut; %xblock run --policy=native --native-log=cut -- %t > out 2>&1; [ $? = 3 ] && grep -q "cut. is no log of a native run" out'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
  (void)unused;
#ifdef RIGHT
  pthread_mutex_lock(&lock);
#endif
  x = x + 1;
#ifdef RIGHT
  pthread_mutex_unlock(&lock);
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_mutex_destroy(&lock);
  assert(x == 2);
  return 0;
}
