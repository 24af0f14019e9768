// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// xblock_lock_acquired_shared() and xblock_lock_released_shared() tell of a lock that readers share: what it protects does not race,
// its holders are named, and a lock that lets a writer in beside a reader fails.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -I%source_root/include -pthread %s -o %t.native && %t.native right
//
// Relaxed atomics do not order what they protect: a race. Told of, they are a lock, under which reading counts for reading.
// RUN: %python %S/Inputs/explore.py %xblock -- %t untold -- verdict=failure failures=race,race
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t right -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute --check=lockset -- %t right -- verdict=complete failures=none
// RUN: %xblock run -- %t right 2>&1 | FileCheck %s
// CHECK: xblock: complete up to what follows:
// CHECK-NEXT: up to: memory orders of the locks that xblock_lock_acquired() tells of are strong enough
// Readers are in together, so who writes under it while it says it reads races.
// RUN: not %xblock run -- %t writes 2>&1 | FileCheck --check-prefix=WRITES %s
// WRITES: race: data race on x: T1 writes {{.*}} (holding lock l (for reading)), T2 {{.*}} (holding lock l (for reading))
//
// A writer that does not look for readers, and a reader that looks and then takes.
// RUN: not %xblock run -- %t hasty-writer 2>&1 | FileCheck --check-prefix=WRITER %s
// RUN: not %xblock run --restore=reexecute -- %t hasty-writer 2>&1 | FileCheck --check-prefix=WRITER %s
// WRITER: misuse: {{xblock_lock_acquired: T3 took a lock held for reading by T[12]|xblock_lock_acquired_shared: T[12] took a lock held by T3}}
// RUN: not %xblock run -- %t hasty-reader 2>&1 | FileCheck --check-prefix=READER %s
// RUN: not %xblock run --mode=sleep -- %t hasty-reader 2>&1 | FileCheck --check-prefix=READER %s
// READER: misuse: {{xblock_lock_acquired: T3 took a lock held for reading by T[12]|xblock_lock_acquired_shared: T[12] took a lock held by T3}}
//
// RUN: %python %S/Inputs/explore.py %xblock -- %t again -- verdict=complete schedules=1 failures=none
// RUN: not %xblock run -- %t upgrade 2>&1 | FileCheck --check-prefix=UPGRADE %s
// UPGRADE: misuse: xblock_lock_acquired: main took a lock that it holds already for reading
// RUN: not %xblock run -- %t downgrade 2>&1 | FileCheck --check-prefix=DOWNGRADE %s
// DOWNGRADE: misuse: xblock_lock_acquired_shared: main took a lock that it holds already
// RUN: not %xblock run -- %t unheld 2>&1 | FileCheck --check-prefix=UNHELD %s
// UNHELD: misuse: xblock_lock_released_shared: main gives back a lock that nobody holds
// RUN: not %xblock run -- %t as-writer 2>&1 | FileCheck --check-prefix=AS-WRITER %s
// AS-WRITER: misuse: xblock_lock_released: main gives back a lock that it holds for reading
// RUN: not %xblock run -- %t ends 2>&1 | FileCheck --check-prefix=ENDS %s
// ENDS: misuse: T1 ends holding a lock of its own making for reading
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <xblock/xblock.h>

static const char *how;
static int is(const char *name) { return !strcmp(how, name); }

static atomic_int l; /* -1: a writer; else so many readers */
static int x, y;

static void read_lock(void) {
  int seen = atomic_load_explicit(&l, memory_order_relaxed);
  if (is("hasty-reader")) {
    while (atomic_load(&l) < 0)
      ;
    atomic_fetch_add(&l, 1);
  } else {
    while (seen < 0 || !atomic_compare_exchange_strong_explicit(&l, &seen, seen + 1, memory_order_relaxed, memory_order_relaxed))
      seen = atomic_load_explicit(&l, memory_order_relaxed);
  }
  if (!is("untold"))
    xblock_lock_acquired_shared(&l);
}

static void read_unlock(void) {
  if (!is("untold"))
    xblock_lock_released_shared(&l);
  atomic_fetch_sub_explicit(&l, 1, memory_order_relaxed);
}

static void write_lock(void) {
  if (is("hasty-writer"))
    atomic_store(&l, -1);
  else
    for (int free = 0; !atomic_compare_exchange_strong_explicit(&l, &free, -1, memory_order_relaxed, memory_order_relaxed);)
      free = 0;
  if (!is("untold"))
    xblock_lock_acquired(&l);
}

static void write_unlock(void) {
  if (!is("untold"))
    xblock_lock_released(&l);
  atomic_store_explicit(&l, 0, memory_order_relaxed);
}

static void *reads(void *unused) {
  read_lock();
  if (is("writes"))
    ++x;
  else
    assert(x == y);
  if (!is("ends"))
    read_unlock();
  return unused;
}

static void *writes(void *unused) {
  write_lock();
  ++x;
  ++y;
  write_unlock();
  return unused;
}

int main(int argc, char **argv) {
  how = argv[1];
  pthread_t threads[3];
  if (is("upgrade"))
    xblock_lock_acquired_shared(&l), xblock_lock_acquired(&l);
  else if (is("downgrade"))
    xblock_lock_acquired(&l), xblock_lock_acquired_shared(&l);
  else if (is("unheld"))
    xblock_lock_released_shared(&l);
  else if (is("as-writer"))
    xblock_lock_acquired_shared(&l), xblock_lock_released(&l);
  for (int i = 0; i < 2 && is("again"); i++)
    xblock_lock_acquired_shared(&l);
  for (int i = 0; i < 2 && is("again"); i++)
    xblock_lock_released_shared(&l);
  int n = is("again") || is("ends") ? 1 : is("writes") ? 2 : 3;
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], 0, i < 2 && !is("again") ? reads : writes, 0);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], 0);
  return argc < 2;
}
