// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --check=lockset: a variable that is written under a reader-writer lock held for writing, and read under it, keeps the
// discipline; one that a thread writes while it only reads under the lock does not, and the two
// accesses that are told are of two threads, though here the first and the last are of one.
// --check=none tells nothing, nor does --check=race, as a flag orders the accesses.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset --keep-going -- %t -- verdict=failure \
// RUN:   failures=lockset "message~^no lock protects wrong at all accesses: first T2 reads at .*:[0-9]+ .holding lock l .for reading.., then T1 writes at .*:[0-9]+ .holding lock l .for reading..$"
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --check=none -- %t -- verdict=complete failures=none
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int right, wrong;
_Atomic int step;

static void *first(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&l);
  right++;
  wrong++;
  pthread_rwlock_unlock(&l);
  step = 1;
  while (step != 2)
    ;
  pthread_rwlock_rdlock(&l);
  wrong = right;
  pthread_rwlock_unlock(&l);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  while (step != 1)
    ;
  pthread_rwlock_rdlock(&l);
  int sum = right + wrong;
  pthread_rwlock_unlock(&l);
  step = 2;
  return sum == 2 ? NULL : &step;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
