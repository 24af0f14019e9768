// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Dining philosophers, 2 to 5, each the left fork first: all can hold their left fork, and that
// deadlock is executed, once. With ordered forks, a gate around the taking, or one seat less than
// philosophers there is none, and none is claimed, though the forks are still taken in a circle.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t 2 -- verdict=failure schedules=5 \
// RUN:   failures=deadlock:1
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t 3 -- verdict=failure schedules=13 \
// RUN:   failures=deadlock:1
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t 4 -- verdict=failure "schedules<=33" \
// RUN:   failures=deadlock:1
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t 5 -- verdict=failure "schedules<=77" \
// RUN:   failures=deadlock:1
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep --keep-going -- %t 3 -- verdict=failure \
// RUN:   failures=deadlock:1
// RUN: %python %S/../replay/Inputs/replay.py %xblock 2 deadlock -- %t 5
// RUN: %xblock_cc -DORDERED -g -O1 %s -o %t.ordered
// RUN: %python %S/Inputs/explore.py %xblock -- %t.ordered 2 -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.ordered 3 -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.ordered 4 -- verdict=complete schedules=8 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.ordered 5 -- verdict=complete schedules=16 failures=none
// RUN: %xblock_cc -DGATE -g -O1 %s -o %t.gate
// RUN: %python %S/Inputs/explore.py %xblock -- %t.gate 2 -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.gate 3 -- verdict=complete schedules=12 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t.gate 5 -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute --mode=sleep -- %t.gate 4 -- \
// RUN:   verdict=complete failures=none
// RUN: %xblock_cc -DSEATS -g -O1 %s -o %t.seats
// RUN: %python %S/Inputs/explore.py %xblock -- %t.seats 2 -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t.seats 3 -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t.seats 4 -- verdict=complete failures=none
//
// The counts. A fork that is the second of both its neighbours is taken and given back within a
// block, and commutes; any other has two orders of its neighbours. Ordered: the last fork is second
// for both, the n - 1 others make 2^(n-1) orders. Left first: no fork is; but the two ways round,
// in which each waits for its neighbour to have eaten, cannot be: 2^n - 2 orders (n > 2), and once
// the blocks end between the forks, these again and the deadlock: 6 + 7 = 13. With 2 philosophers both
// forks have the same order: 2 + 3 = 5. With 4 and 5 sleep sets leave some redundant ones;
// the reference model has 33 and 77. With a gate all blocks of n <= 3 philosophers conflict: n!, and
// again after the refinement, since forks are still taken in a circle: 2 n!. One seat is a gate.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>

#define MOST 8
static pthread_mutex_t forks[MOST], gate = PTHREAD_MUTEX_INITIALIZER;
static sem_t seats;
static int n;

static void *philosopher(void *number) {
  int i = (int)(intptr_t)number, first = i, second = (i + 1) % n;
#ifdef ORDERED
  if (second < first)
    first = second, second = i;
#endif
#ifdef SEATS
  sem_wait(&seats);
#endif
#ifdef GATE
  pthread_mutex_lock(&gate);
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
#ifdef GATE
  pthread_mutex_unlock(&gate);
#endif
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
#ifdef SEATS
  sem_post(&seats);
#endif
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[MOST];
  n = argc == 2 ? atoi(argv[1]) : 3;
  sem_init(&seats, 0, (unsigned)n - 1);
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, philosopher, (void *)(intptr_t)i);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
