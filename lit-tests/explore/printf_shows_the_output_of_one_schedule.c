// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a program prints in its schedules is printed for the first complete one only, in its order.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete \
// RUN:   "stdout=main starts\nthread 1\nthread 2\nlast: 2\n" failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=4 "stdout=main starts\nthread 1\nthread 2\nlast: 2\n"
//
// In the first schedule threads run in the order of their creation. Inputs/expected_counts.py
// order_of_two_ok.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;

static void *run(void *number) {
  pthread_mutex_lock(&lock);
  last = (int)(intptr_t)number;
  printf("thread %d\n", last);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  puts("main starts");
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, (void *)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  printf("last: %d\n", last);
  return 0;
}
