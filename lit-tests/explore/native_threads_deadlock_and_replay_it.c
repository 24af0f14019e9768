// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// On real threads a deadlock is a run that does not end. With noise at half of the events both have their first lock with a probability of at least
// 1/20: 500 runs miss it with less than e^-25. (A run that a busy machine kept from its end for 2 seconds was taken for one, and a replay that it kept from its
// deadlock for 1 for one that does not fit.)
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --stuck-seconds=10 --noise-probability=50 --max-schedules=500 -- %t > out 2>&1; [ $? = 1 ]'
// RUN: FileCheck --check-prefix=FOUND --input-file=%t.dir/out %s
// FOUND: stuck: no end in 10 s: a deadlock or a livelock, perhaps
// FOUND: xblock: failure: stuck in schedule {{[0-9]+}} (native); --keep-going samples on
// RUN: bash -c 'cd %t.dir; for i in 1 2; do %xblock run --policy=native --stuck-seconds=10 --native-log=$(ls *.xblock-native) -- %t > out 2>&1; [ $? = 1 ] && FileCheck --check-prefix=AGAIN --input-file=out %s || exit 1; done'
// AGAIN: stuck: no end in 10 s: a deadlock or a livelock, perhaps
// AGAIN: xblock: replay: {{[0-9]+}} events, stuck, as in the log (native)
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *back(void *unused) {
  (void)unused;
  take(&two, &one);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, back, NULL);
  take(&one, &two);
  pthread_join(thread, NULL);
  return 0;
}
