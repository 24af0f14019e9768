// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A recursive mutex, static or made by an attribute, is a lock until its owner has unlocked it as
// often as locked it; only the last unlock ends a block. Unlocking one that another thread owns is
// EPERM.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=8 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete schedules=17
//
// Two threads of two blocks each, one a mutex, each with a variable of its own:
// Inputs/expected_counts.py two_increments.
#define _GNU_SOURCE // the static initialisers of these kinds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[2] = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
static int x[2];

static void *run(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    assert(pthread_mutex_lock(&locks[i]) == 0);
    assert(pthread_mutex_lock(&locks[i]) == 0);
    assert(pthread_mutex_trylock(&locks[i]) == 0);
    int before = x[i];
    assert(pthread_mutex_unlock(&locks[i]) == 0);
    assert(pthread_mutex_unlock(&locks[i]) == 0);
    x[i]++;
    assert(x[i] == before + 1);
    assert(pthread_mutex_unlock(&locks[i]) == 0);
    assert(pthread_mutex_unlock(&locks[i]) == EPERM);
  }
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&locks[1], &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(x[0] == 2 && x[1] == 2);
  assert(pthread_mutex_destroy(&locks[1]) == 0);
  return 0;
}
