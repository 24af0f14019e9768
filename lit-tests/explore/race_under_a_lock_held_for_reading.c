// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads that write a variable while both only read under the lock race; so does a variable that one writes while it
// reads under the lock and another reads likewise. Writers and readers do not race.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t shared -- verdict=failure failures~race
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t shared -- verdict=failure failures~lockset
// RUN: not %xblock run -- %t shared 2>&1 | FileCheck %s
// CHECK: race: data race on count: T{{[12]}} {{reads|writes}} at {{.*}} (holding lock l (for reading)), T{{[12]}} {{reads|writes}} at {{.*}} (holding lock l (for reading))
//
// As it should be: the reader comes before or after the writer: 2 schedules.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int count, shared;

static void *writer(void *unused) {
  if (shared)
    pthread_rwlock_rdlock(&l);
  else
    pthread_rwlock_wrlock(&l);
  count++;
  pthread_rwlock_unlock(&l);
  return unused;
}

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&l);
  int value = count;
  pthread_rwlock_unlock(&l);
  return value > 5 ? unused : NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t threads[2];
  shared = argc > 1;
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
