// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// xblock_lock_instead(), xblock_trylock_instead() and xblock_unlock_instead() are a mutex in the place of a lock that the program made itself: with
// the schedules, the deadlocks and the reports of one. Natively the lock's own code runs.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -I%source_root/include -pthread %s -o %t.native && %t.native adds
//
// Two threads add under the lock: 2 orders. In each mode there are as many schedules as with a mutex, and the same failures.
// RUN: %python %S/Inputs/explore.py %xblock -- %t adds -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t adds -- verdict=complete schedules=2 failures=none
// RUN: %xblock run -- %t adds 2>&1 | FileCheck %s
// CHECK: xblock: complete up to what follows: 2 schedules, 0 failures (dpor)
// CHECK-NEXT: up to: locks that xblock_lock_instead() stands for are right: their own code did not run
// RUN: bash -c 'set -o pipefail; for how in adds free tries opposite; do for mode in dpor sleep exitblock exitblock-rw; do \
// RUN:   for with in own mutex; do (%xblock run --keep-going --mode=$mode -- %t $how $with 2>&1 || true) | grep ^xblock: | \
// RUN:   sed "s/ up to what follows//" > %t.$with; done; diff %t.own %t.mutex || exit 1; done; done'
// Regions under a lock that have nothing to do with each other commute: 1.
// RUN: %python %S/Inputs/explore.py %xblock -- %t free -- verdict=complete schedules=1 failures=none
// RUN: not %xblock run -- %t opposite 2>&1 | FileCheck --check-prefix=DEADLOCK %s
// DEADLOCK: deadlock:
// DEADLOCK-DAG: T1 {{.*}}waits for lock m, held by T2
// DEADLOCK-DAG: T2 {{.*}}waits for lock l, held by T1
//
// RUN: not %xblock run -- %t twice 2>&1 | FileCheck --check-prefix=TWICE %s
// TWICE: deadlock: main locks a lock of its own making that it holds already
// RUN: not %xblock run -- %t unheld 2>&1 | FileCheck --check-prefix=UNHELD %s
// UNHELD: misuse: xblock_unlock_instead: main gives back a lock that nobody holds
// RUN: not %xblock run -- %t ends 2>&1 | FileCheck --check-prefix=ENDS %s
// ENDS: misuse: T1 ends holding a lock of its own making
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xblock/xblock.h>

static const char *how;
static int is(const char *name) { return !strcmp(how, name); }
static int mutexes;
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static int l, m, n, mine[2], taken;

static pthread_mutex_t *mutexOf(int *lock) { return lock == &l ? &first : &second; }

static void lock(int *lock) {
  if (mutexes)
    pthread_mutex_lock(mutexOf(lock));
  else if (!xblock_lock_instead(lock))
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
      ;
}

static int trylock(int *lock) {
  if (mutexes)
    return !pthread_mutex_trylock(mutexOf(lock));
  int modelled = xblock_trylock_instead(lock);
  return modelled ? modelled > 0 : !__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE);
}

static void unlock(int *lock) {
  if (mutexes)
    pthread_mutex_unlock(mutexOf(lock));
  else if (!xblock_unlock_instead(lock))
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

static void *run(void *of) {
  int number = of == &mine[1];
  if (is("adds")) {
    lock(&l);
    ++n;
    unlock(&l);
  } else if (is("free")) {
    lock(&l);
    ++mine[number];
    unlock(&l);
  } else if (is("tries")) {
    if (trylock(&l)) {
      ++n;
      unlock(&l);
    }
    lock(&m);
    ++taken;
    unlock(&m);
  } else if (is("opposite")) {
    lock(number ? &m : &l);
    lock(number ? &l : &m);
    ++n;
    unlock(&l);
    unlock(&m);
  } else {
    lock(&l);
  }
  return 0;
}

int main(int argc, char **argv) {
  how = argv[1];
  mutexes = argc > 2 && !strcmp(argv[2], "mutex");
  if (is("twice"))
    lock(&l);
  if (is("twice"))
    lock(&l);
  if (is("unheld"))
    unlock(&l);
  pthread_t threads[2];
  int threadCount = is("ends") ? 1 : 2;
  for (int i = 0; i < threadCount; i++)
    pthread_create(&threads[i], 0, run, &mine[i]);
  for (int i = 0; i < threadCount; i++)
    pthread_join(threads[i], 0);
  if (!is("adds"))
    return 0;
  lock(&l);
  assert(n == 2);
  unlock(&l);
}
