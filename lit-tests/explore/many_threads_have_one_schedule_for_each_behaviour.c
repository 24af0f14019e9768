// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// 200 threads: created, each takes a lock that all share, joined.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t 200 readers
// RUN: %t 200 writers 3
// RUN: %python %S/Inputs/explore.py %xblock -- %t 200 readers -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --stack-size=65536 -- %t 200 readers -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t 200 writers 3 -- verdict=complete schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t 1999 readers -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t 2000 readers -- verdict=unsupported \
// RUN:   "unsupported~more than 2000 threads in one schedule, with stacks of 8388608 bytes: have the program create fewer"
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute --stack-size=1073741824 -- %t 15 readers -- verdict=unsupported \
// RUN:   "unsupported~more than 15 threads in one schedule, with stacks of 1073741824 bytes: have the program create fewer, or give a smaller --stack-size"
//
// "readers": no thread writes what another looks at, so that the regions commute: 1. "writers": so many of them also add to x,
// in any order: 3!. main is a thread as well, of 2,000.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int writers, x;
static int seen[2000];

static void *run(void *number) {
  intptr_t me = (intptr_t)number;
  pthread_mutex_lock(&mutex);
  if (me < writers)
    x++;
  pthread_mutex_unlock(&mutex);
  seen[me] = 1;
  return NULL;
}

int main(int argc, char **argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 200;
  writers = argc > 3 ? atoi(argv[3]) : 0;
  static pthread_t all[2000];
  for (int i = 0; i < threads; i++)
    if (pthread_create(&all[i], NULL, run, (void *)(intptr_t)i) != 0)
      return 2;
  for (int i = 0; i < threads; i++)
    pthread_join(all[i], NULL);
  for (int i = 0; i < threads; i++)
    if (!seen[i])
      return 3;
  return x != writers;
}
