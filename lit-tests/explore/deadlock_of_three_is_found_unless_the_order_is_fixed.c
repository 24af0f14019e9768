// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Three threads take two of three locks each, in a circle: a deadlock. In one order: none. Paper
// 000, figure 4.8.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=deadlock
// RUN: %xblock_cc -DFIXED -g -O1 %s -o %t.fixed
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fixed -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t.fixed -- verdict=complete \
// RUN:   schedules=19 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t.fixed -- verdict=complete \
// RUN:   schedules=201 failures=none
//
// The counts of the fixed program: Inputs/expected_counts.py deadlock_of_three_fixed.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[3]; // zero bytes are unlocked mutexes
// The locks of each thread, outer first: a b, b c, c a; fixed, the last is a c.
#ifdef FIXED
static const int order[3][2] = {{0, 1}, {1, 2}, {0, 2}};
#else
static const int order[3][2] = {{0, 1}, {1, 2}, {2, 0}};
#endif

static void *run(void *mine) {
  const int *pair = mine;
  pthread_mutex_lock(&locks[pair[0]]);
  pthread_mutex_lock(&locks[pair[1]]);
  pthread_mutex_unlock(&locks[pair[1]]);
  pthread_mutex_unlock(&locks[pair[0]]);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, run, (void *)order[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
