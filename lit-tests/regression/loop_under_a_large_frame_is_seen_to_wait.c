// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A loop that waits is seen to do so also where functions that called it have large variables: above 4 KiB it was not, and the schedule was
// cut by --max-blocks after 100,000 rounds; of plain reads above 16 KiB, where it was said to be stuck.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=5 failures=none
// RUN: %xblock_cc -g -O1 -DPLAIN %s -o %t.plain
// RUN: %python %S/../explore/Inputs/explore.py %xblock --check=none -- %t.plain -- verdict=complete failures=none
//
// T1 sets it before main looks, or after 1 to 4 looks, of which the last is seen to change nothing: 5.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#ifdef PLAIN
static volatile int ready;
#else
static atomic_int ready;
#endif

static void *run(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  char large[40000];
  pthread_t thread;
  memset(large, 1, sizeof large);
  pthread_create(&thread, NULL, run, NULL);
  while (!ready)
    ;
  pthread_join(thread, NULL);
  assert(large[(unsigned char)large[7]] == 1);
  return 0;
}
