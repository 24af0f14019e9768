// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Readers under one reader-writer lock commute; a writer comes before or after each of them, and before or after each other
// writer; nobody sees half of what a writer did.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t 3 2
// RUN: %python %S/Inputs/explore.py %xblock -- %t 3 0 -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 1 -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 3 1 -- verdict=complete schedules=8 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 0 3 -- verdict=complete schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t 1 1 -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t 1 1 -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 1 3 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 1 0 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 1 1 -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 1 2 -- verdict=failure failures=assertion
//
// r readers and one writer: each reader before or after it: 2^r. w writers: w! orders. The third argument is a sum that must
// not happen: of two readers, each of which sees 0 or 1 and counts it as its own number, all four sums happen (0, 1, 2, 3).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low, high;
static int seen[9];

static void *reader(void *number) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(low == high);
  seen[(intptr_t)number] = low != 0;
  assert(pthread_rwlock_unlock(&lock) == 0);
  return NULL;
}

static void *writer(void *unused) {
  assert(pthread_rwlock_wrlock(&lock) == 0);
  low++;
  high++;
  assert(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[9];
  int readers = argc > 1 ? atoi(argv[1]) : 2, writers = argc > 2 ? atoi(argv[2]) : 1;
  for (intptr_t i = 0; i < readers + writers; i++)
    pthread_create(&threads[i], NULL, i < readers ? reader : writer, (void *)i);
  for (int i = 0; i < readers + writers; i++)
    pthread_join(threads[i], NULL);
  assert(low == writers && high == writers);
  if (argc > 3)
    assert(seen[0] + 2 * seen[1] != atoi(argv[3]));
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
