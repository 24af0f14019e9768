// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What threads wrote before a barrier all of them read after it, without a race; one of them, whichever came last, is the
// serial thread; the barrier serves the next round.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t 3
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 3 -- verdict=complete schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t 2 -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 rounds -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 early -- verdict=failure failures~assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 first -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 2 second -- verdict=failure failures=assertion
//
// Nothing but the order of arrival tells schedules apart: n! for one round of n threads, 2! * 2! for two rounds of two. "early"
// reads before the barrier; "first" and "second" say which thread must not be the serial one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static pthread_barrier_t barrier;
static int n, written[3], serial[3];
static const char *how = "";

static void sum(int expected) {
  int all = 0;
  for (int i = 0; i < n; i++)
    all += written[i];
  assert(all == expected);
}

static void *run(void *number) {
  int i = (int)(intptr_t)number;
  written[i] = i + 1;
  if (!strcmp(how, "early"))
    sum(n * (n + 1) / 2);
  int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  serial[i] = result == PTHREAD_BARRIER_SERIAL_THREAD;
  sum(n * (n + 1) / 2);
  if (!strcmp(how, "rounds"))
    pthread_barrier_wait(&barrier);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[3];
  n = argc > 1 ? atoi(argv[1]) : 2;
  how = argc > 2 ? argv[2] : "";
  assert(pthread_barrier_init(&barrier, NULL, (unsigned)n) == 0);
  for (intptr_t i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], NULL);
  int serials = 0;
  for (int i = 0; i < n; i++)
    serials += serial[i];
  assert(serials == 1);
  assert(!(serial[0] && !strcmp(how, "first")));
  assert(!(serial[1] && !strcmp(how, "second")));
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
