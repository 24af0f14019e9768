// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A barrier waited at under a lock that the other thread needs on its way, or for more threads than come.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t lock -- verdict=failure failures=deadlock \
// RUN:   "message~T1 waits for barrier b; T2 waits for mutex m, held by T1"
// RUN: %python %S/Inputs/explore.py %xblock -- %t few -- verdict=failure failures=deadlock \
// RUN:   "message~T1 waits for barrier b; T2 waits for barrier b"
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t few -- verdict=failure failures=deadlock
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_barrier_t b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int locks;

static void *run(void *unused) {
  if (locks)
    pthread_mutex_lock(&m);
  pthread_barrier_wait(&b);
  if (locks)
    pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  locks = argc > 1 && !strcmp(argv[1], "lock");
  pthread_barrier_init(&b, NULL, locks ? 2 : 3);
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
