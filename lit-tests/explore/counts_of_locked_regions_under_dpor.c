// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// dpor runs one schedule for each way in which locked regions can affect each other, and none twice.
// RUN: %xblock_cc -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t increments 2 -- verdict=complete \
// RUN:   schedules=2
// RUN: %python %S/Inputs/explore.py %xblock -- %t increments 3 -- verdict=complete \
// RUN:   schedules=6
// RUN: %python %S/Inputs/explore.py %xblock -- %t increments 4 -- verdict=complete \
// RUN:   schedules=24
// RUN: %python %S/Inputs/explore.py %xblock -- %t increments 5 -- verdict=complete \
// RUN:   schedules=120
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t increments 6 -- verdict=complete \
// RUN:   schedules=720
// RUN: %python %S/Inputs/explore.py %xblock -- %t counters 2 -- verdict=complete \
// RUN:   schedules=4
// RUN: %python %S/Inputs/explore.py %xblock -- %t counters 3 -- verdict=complete \
// RUN:   schedules=36
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t counters 4 -- verdict=complete \
// RUN:   schedules=576
// RUN: %python %S/Inputs/explore.py %xblock -- %t readers 2 -- verdict=complete \
// RUN:   schedules=1
// RUN: %python %S/Inputs/explore.py %xblock -- %t readers 6 -- verdict=complete \
// RUN:   schedules=1
// RUN: %python %S/Inputs/explore.py %xblock -- %t writer 1 -- verdict=complete \
// RUN:   schedules=2
// RUN: %python %S/Inputs/explore.py %xblock -- %t writer 2 -- verdict=complete \
// RUN:   schedules=4
// RUN: %python %S/Inputs/explore.py %xblock -- %t writer 3 -- verdict=complete \
// RUN:   schedules=8
// RUN: %python %S/Inputs/explore.py %xblock -- %t writer 4 -- verdict=complete \
// RUN:   schedules=16
// RUN: %python %S/Inputs/explore.py %xblock -- %t writer 5 -- verdict=complete \
// RUN:   schedules=32
// RUN: %python %S/Inputs/explore.py %xblock -- %t writer 6 -- verdict=complete \
// RUN:   schedules=64
// RUN: %python %S/Inputs/explore.py %xblock -- %t pairs 1 -- verdict=complete \
// RUN:   schedules=2
// RUN: %python %S/Inputs/explore.py %xblock -- %t pairs 2 -- verdict=complete \
// RUN:   schedules=4
// RUN: %python %S/Inputs/explore.py %xblock -- %t pairs 3 -- verdict=complete \
// RUN:   schedules=8
// RUN: %python %S/Inputs/explore.py %xblock -- %t pairs 4 -- verdict=complete \
// RUN:   schedules=16
// RUN: %python %S/Inputs/explore.py %xblock -- %t pairs 5 -- verdict=complete \
// RUN:   schedules=32
//
// increments: n threads add to one counter, in n! orders. counters: then to another under a lock of
// its own, in any order again: (n!)^2. readers: all commute. writer: each of r readers comes before it
// or after it: 2^r. pairs: two threads for each of k counters, two orders each: 2^k.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16
struct counter {
  pthread_mutex_t lock;
  int x;
};
static struct counter counters[MOST]; // zero bytes are unlocked mutexes
int seen[MOST];
static const char *kind;

static void add(struct counter *c) {
  pthread_mutex_lock(&c->lock);
  c->x = c->x + 1;
  pthread_mutex_unlock(&c->lock);
}

static void *run(void *number) {
  int me = (int)(intptr_t)number;
  if (!strcmp(kind, "pairs")) {
    add(&counters[me / 2]);
  } else if (!strcmp(kind, "increments") || (!strcmp(kind, "writer") && me == 0)) {
    add(&counters[0]);
  } else if (!strcmp(kind, "counters")) {
    add(&counters[0]);
    add(&counters[1]);
  } else {
    pthread_mutex_lock(&counters[0].lock);
    seen[me] = counters[0].x;
    pthread_mutex_unlock(&counters[0].lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  kind = argv[1];
  int threads = atoi(argv[2]);
  threads += !strcmp(kind, "writer");
  threads *= 1 + !strcmp(kind, "pairs");
  pthread_t all[MOST];
  for (int i = 0; i < threads; i++)
    pthread_create(&all[i], NULL, run, (void *)(intptr_t)i);
  for (int i = 0; i < threads; i++)
    pthread_join(all[i], NULL);
  return 0;
}
