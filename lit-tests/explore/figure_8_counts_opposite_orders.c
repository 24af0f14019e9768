// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads that take two locks in opposite orders: paper 001, figures 8 and 9.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- schedules=4 \
// RUN:   aborted=2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- schedules=3 \
// RUN:   aborted=1
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep --keep-going -- %t -- verdict=failure \
// RUN:   schedules=9 failures=deadlock:1
//
// main plays the first thread, as in figure_4_counts_nested_regions.c. Blocks: main 23 (to the exit
// of b), 4 (to that of a); T1 78, 9. Figure 9: 23 4 78 9 | 23, then 78 is put back | 78 9 23 4 |
// 78, then 23 is put back: 4 schedules, 2 attempts put back. No data is shared, so exitblock-rw is
// left with 23 4 78 9 | 23, then 78 is put back | 78 9: 3 and 1. Neither executes the deadlock;
// sleep ends blocks before the inner locks too and does, in 9: the model.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *second(void *unused) {
  (void)unused;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, second, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_exit(NULL);
}
