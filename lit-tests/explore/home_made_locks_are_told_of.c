// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// xblock_lock_acquired() and xblock_lock_released() tell of a lock whose code is explored: what it protects does not race, its
// holder is named, and a lock that lets two in fails.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -I%source_root/include -pthread %s -o %t.native && %t.native right
//
// A spin lock of relaxed atomics does not order what it protects: a race. Told of, it is a lock, and the verdict says what it is trusted in.
// RUN: %python %S/Inputs/explore.py %xblock -- %t untold -- verdict=failure failures=race
// RUN: %python %S/Inputs/explore.py %xblock -- %t right -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t right -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t right -- verdict=complete failures=none
// RUN: %xblock run -- %t right 2>&1 | FileCheck %s
// CHECK: xblock: complete up to what follows:
// CHECK-NEXT: up to: memory orders of the locks that xblock_lock_acquired() tells of are strong enough
//
// One that looks and then takes lets both in.
// RUN: not %xblock run -- %t broken 2>&1 | FileCheck --check-prefix=BROKEN %s
// RUN: not %xblock run --mode=sleep -- %t broken 2>&1 | FileCheck --check-prefix=BROKEN %s
// RUN: not %xblock run --restore=reexecute -- %t broken 2>&1 | FileCheck --check-prefix=BROKEN %s
// BROKEN: misuse: xblock_lock_acquired: T{{[12]}} took a lock held by T{{[12]}}
// BROKEN: lock l
// A thread that nobody lets in: who holds what it waits for is told.
// RUN: not %xblock run -- %t kept 2>&1 | FileCheck --check-prefix=KEPT %s
// KEPT: livelock:
// KEPT: T2 {{.*}}waits for a change of l, held by T1
// What happens with a lock held shows it.
// RUN: %xblock replay --steps x1:0.1x5 -- %t kept 2>&1 | FileCheck --check-prefix=STEPS %s
// STEPS: holding lock l
//
// RUN: not %xblock run -- %t twice 2>&1 | FileCheck --check-prefix=TWICE %s
// TWICE: misuse: xblock_lock_acquired: main took a lock that it holds already
// RUN: not %xblock run -- %t unheld 2>&1 | FileCheck --check-prefix=UNHELD %s
// UNHELD: misuse: xblock_lock_released: main gives back a lock that nobody holds
// RUN: not %xblock run -- %t others 2>&1 | FileCheck --check-prefix=OTHERS %s
// OTHERS: misuse: xblock_lock_released: main gives back a lock held by T1
// RUN: not %xblock run -- %t ends 2>&1 | FileCheck --check-prefix=ENDS %s
// ENDS: misuse: T1 ends holding a lock of its own making
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <xblock/xblock.h>

static const char *how;
static int is(const char *name) { return !strcmp(how, name); }

static atomic_int l, turn;
static int n;

static void lock(void) {
  if (is("broken")) {
    while (atomic_load(&l))
      ;
    atomic_store(&l, 1);
  } else {
    int free = 0;
    while (!atomic_compare_exchange_strong_explicit(&l, &free, 1, memory_order_relaxed, memory_order_relaxed))
      free = 0;
  }
  if (!is("untold"))
    xblock_lock_acquired(&l);
}

static void unlock(void) {
  if (!is("untold"))
    xblock_lock_released(&l);
  atomic_store_explicit(&l, 0, memory_order_relaxed);
}

static void *run(void *unused) {
  lock();
  ++n;
  if (is("kept"))
    while (!atomic_load(&turn))
      ;
  unlock();
  return unused;
}

static void *ends(void *unused) {
  lock();
  atomic_store(&turn, 1);
  while (is("others") && atomic_load(&turn) == 1)
    ;
  return unused;
}

int main(int argc, char **argv) {
  how = argv[1];
  pthread_t one, two;
  if (is("twice") || is("unheld")) {
    if (is("twice"))
      xblock_lock_acquired(&l);
    is("twice") ? xblock_lock_acquired(&l) : xblock_lock_released(&l);
  } else if (is("ends") || is("others")) {
    pthread_create(&one, 0, ends, 0);
    while (is("others") && !atomic_load(&turn))
      ;
    if (is("others"))
      xblock_lock_released(&l);
    pthread_join(one, 0);
  } else {
    pthread_create(&one, 0, run, 0);
    pthread_create(&two, 0, run, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    lock();
    assert(n == 2);
    unlock();
  }
  return argc < 2;
}
