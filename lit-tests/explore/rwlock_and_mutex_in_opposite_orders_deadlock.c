// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A reader that takes a mutex, and a writer that takes the lock under that mutex, deadlock; two readers do not.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t read
// RUN: %python %S/Inputs/explore.py %xblock -- %t write -- verdict=failure failures=deadlock \
// RUN:   "message~T1 waits for mutex m, held by T2; T2 waits for the readers of lock l, held by T1"
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t write -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t read -- verdict=complete schedules=2 failures=none
//
// "read": the second thread keeps the mutex past the end of its region under the lock, so the first takes the mutex before or
// after: 2 schedules. Readers of a lock wait for no reader: no cycle.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int writes;

static void *first(void *unused) {
  pthread_rwlock_rdlock(&l);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_rwlock_unlock(&l);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&m);
  if (writes)
    pthread_rwlock_wrlock(&l);
  else
    pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  writes = argc > 1 && !strcmp(argv[1], "write");
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
