// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A try to read again under a lock that prefers writers was called misuse. It gets the lock, or fails while a writer waits.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 0 -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 1 -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 2 -- verdict=complete failures=none
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  int never = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, writer, NULL);
  int taken = pthread_rwlock_tryrdlock(&lock) == 0;
  assert(taken != never);
  if (taken)
    pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  return pthread_join(thread, NULL);
}
