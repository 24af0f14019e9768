// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A semaphore of one unit is a lock: threads that increment under it come in every order, and lose
// nothing. With two units, two of them are in at once.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t 1 3
// RUN: %python %S/Inputs/explore.py %xblock -- %t 1 2 -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t 1 2 -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 1 3 -- verdict=complete schedules=8 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 2 -- verdict=failure failures~assertion
//
// Each thread has two blocks: the take, and the increment with the post. While one is between them, no other can take the
// unit; so the schedules are the orders of the threads: 2 for two of them. For three, 6, and 2 that are given up since the
// thread that was to go first finds no unit, and what else could go on was run before.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

static sem_t units;
static int inside, count;

static void *run(void *unused) {
  sem_wait(&units);
  assert(++inside == 1);
  count++;
  inside--;
  sem_post(&units);
  return unused;
}

enum { kMost = 3 };

int main(int argc, char **argv) {
  pthread_t threads[kMost];
  int most = argc > 1 ? atoi(argv[1]) : 1;
  assert(sem_init(&units, 0, (unsigned)most) == 0);
  int n = argc > 2 ? atoi(argv[2]) : kMost;
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], NULL);
  assert(count == n);
  int value;
  assert(sem_getvalue(&units, &value) == 0 && value == most);
  assert(sem_destroy(&units) == 0);
  return 0;
}
