// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --max-blocks cuts a schedule in which a thread runs on, here without an end: incomplete, exit
// code 2, with the number of cut schedules. A thread that runs that many blocks is not cut.
// RUN: %xblock_cc -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --max-blocks=50 -- %t -- verdict=incomplete \
// RUN:   failures=none
// RUN: not %xblock run --max-blocks=50 -- %t 2>&1 | FileCheck %s
// CHECK: xblock: incomplete: {{[0-9]+}} schedule{{s?}}, 0 failures (dpor)
// CHECK-NEXT: left: --max-blocks cut {{[0-9]+}} schedule
// RUN: %python %S/../explore/Inputs/explore.py %xblock --max-blocks=50 -- %t 49 -- verdict=complete
// RUN: %python %S/../explore/Inputs/explore.py %xblock --max-blocks=50 -- %t 50 -- \
// RUN:   verdict=incomplete
//
// A region is a block, and so is the end of the thread: 49 regions are 50 blocks.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int regions;

static void *run(void *unused) {
  (void)unused;
  for (int i = 0; regions == 0 || i < regions; i++) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a;
  regions = argc == 2 ? atoi(argv[1]) : 0;
  pthread_create(&a, NULL, run, NULL);
  pthread_join(a, NULL);
  return 0;
}
