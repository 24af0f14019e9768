// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A result of main that is not 0 is a failure, with the status.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=exit "message~5"
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=4 failures=exit:1 "message~5"
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=4 failures=exit:2
//
// T1 and T2 write their number under a lock; main returns 5 if T2 was last.
// Inputs/expected_counts.py order_of_two.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;

static void *run(void *number) {
  pthread_mutex_lock(&lock);
  last = (int)(intptr_t)number;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, (void *)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return last == 2 ? 5 : 0;
}
