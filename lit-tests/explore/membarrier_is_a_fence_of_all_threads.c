// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// syscall(SYS_membarrier) is a fence in all threads, which is nothing under sequential consistency: of two threads that store, and then
// look at what the other stores, one sees it, though only one of them has a fence. Another command is refused.
// RUN: %xblock_cc -g -O1 %s -o %t
// Store and load of two threads: 6 orders of the four, less what commutes. A load sees the other's store or not, but not both of them not:
// 3 results, each one trace.
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=3 failures=none
// RUN: %xblock run --outcomes -- %t 2>&1 | FileCheck %s
// CHECK: 3 outcomes
// RUN: not %xblock run -- %t refused 2>&1 | FileCheck --check-prefix=REFUSED %s
// REFUSED: xblock: unsupported: call of syscall
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <xblock/xblock.h>

static atomic_int a, b;
static int command = MEMBARRIER_CMD_PRIVATE_EXPEDITED;
static int seen[2];

static void *one(void *unused) {
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  xblock_assert(syscall(SYS_membarrier, command, 0, 0) == 0);
  seen[0] = atomic_load_explicit(&b, memory_order_relaxed);
  return unused;
}

static void *other(void *unused) {
  atomic_store_explicit(&b, 1, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  seen[1] = atomic_load_explicit(&a, memory_order_relaxed);
  return unused;
}

int main(int argc, char **argv) {
  xblock_assert(syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0);
  if (argc > 1)
    command = MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  xblock_outcome("seen", seen[0] * 10 + seen[1]);
  xblock_assert(seen[0] || seen[1]);
  return argc < 1;
}
