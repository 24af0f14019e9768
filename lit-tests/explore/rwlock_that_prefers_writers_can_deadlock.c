// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Where writers are preferred, a reader waits for a writer that waits for a reader that waits for the first: a deadlock that
// locks which prefer readers do not have. It needs the writer to come in between, while nobody gives back a lock.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=3
// RUN: %python %S/Inputs/explore.py %xblock --prefer-writers -- %t -- verdict=failure failures=deadlock
// RUN: %xblock_cc -g -O1 -DPREFER %s -o %t.prefer
// RUN: %python %S/Inputs/explore.py %xblock -- %t.prefer -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t.prefer -- schedules=7 failures=deadlock:1
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 deadlock -- %t.prefer
// RUN: not %xblock run --prefer-writers -- %t 2>&1 | FileCheck %s
// RUN: not %xblock run -- %t.prefer 2>&1 | FileCheck %s
// CHECK: deadlock: main waits for the end of T2; T1 waits for the readers of lock lock, held by main; T2 waits for the writers that wait for lock lock, held by T1
// CHECK: replay
//
// Main reads under the lock until the reader T2 has ended. The writer T1 comes before both, after both, or between T2, if
// that is first, and main: 3. If writers are preferred it can also come while main waits for T2, which has not come yet: a
// deadlock. It is found in a second round, which runs the three again: 7.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

#ifdef PREFER
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#endif
static int count;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  count++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int value = count;
  pthread_rwlock_unlock(&lock);
  return value > 1 ? &lock : unused;
}

int main(void) {
  pthread_t reads, writes;
  pthread_create(&writes, NULL, writer, NULL);
  pthread_create(&reads, NULL, reader, NULL);
  pthread_rwlock_rdlock(&lock);
  int value = count;
  pthread_join(reads, NULL);
  value += count;
  pthread_rwlock_unlock(&lock);
  pthread_join(writes, NULL);
  return value > 4;
}
