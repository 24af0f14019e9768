// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Opposite orders of two locks behind a region of one thread: paper 001, figures 10 and 11.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- schedules=6 \
// RUN:   aborted=3
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- schedules=3 \
// RUN:   aborted=1
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep --keep-going -- %t -- verdict=failure \
// RUN:   schedules=14 failures=deadlock:1
//
// main plays the first thread, as in figure_4_counts_nested_regions.c. Blocks: main 23, 4; T1 7,
// 910 (to the inner exit of a), 11. Figure 11, left: 23 4 7 910 11 | 23, then 7 is put back | 7 910
// 11 23 4 | 7 910, then 23 is put back | 7 23 4 910 11 | 7 23, then 910 is put back: 6 schedules, 3
// attempts put back. Right, for exitblock-rw: 23 4 7 910 11 | 23, then 7 is put back | 7 910 11: 3
// and 1; both places where the deadlock could be seen are gone. sleep ends blocks before the inner
// locks too and executes the deadlock, in 14: the reference model.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *second(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
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
