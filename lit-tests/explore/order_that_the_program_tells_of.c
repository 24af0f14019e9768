// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// xblock_happens_before(p) and, later, xblock_happens_after(p) order what the race detector sees no order of; the verdict says so. They are
// steps that conflict, so who comes after without one before still races.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -I%source_root/include -pthread %s -o %t.native && %t.native told
//
// T1 writes a message and then a flag, relaxed; main reads it only if the flag is set: a race of the memory model.
// RUN: %python %S/Inputs/explore.py %xblock -- %t untold -- verdict=failure failures=race
// The flag's load comes first or second: 2. That T1 hands over before changes nothing, since main takes over only where it did.
// RUN: %python %S/Inputs/explore.py %xblock -- %t told -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t told -- verdict=complete failures=none
// RUN: %xblock run -- %t told 2>&1 | FileCheck %s
// CHECK: xblock: complete up to what follows: 2 schedules, 0 failures (dpor)
// CHECK-NEXT: up to: what comes before xblock_happens_before() is over by xblock_happens_after()
// Of another address, or the other way round, it orders nothing.
// RUN: %python %S/Inputs/explore.py %xblock -- %t other -- verdict=failure failures=race
// RUN: %python %S/Inputs/explore.py %xblock -- %t wrong -- verdict=failure failures=race
// Main takes over whether or not T1 handed over: in one of the two orders nothing orders them.
// RUN: %python %S/Inputs/explore.py %xblock -- %t always -- verdict=failure failures=race
// Two threads hand over, and main comes after both.
// RUN: %python %S/Inputs/explore.py %xblock -- %t both -- verdict=complete failures=none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <xblock/xblock.h>

static const char *how;
static int is(const char *name) { return !strcmp(how, name); }

static int message[2], other;
static atomic_int flag;

static void *writer(void *at) {
  *(int *)at = 7;
  if (!is("untold") && !is("wrong"))
    xblock_happens_before(is("other") ? &other : message);
  if (is("wrong"))
    xblock_happens_after(message);
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}

int main(int argc, char **argv) {
  how = argv[1];
  pthread_t threads[2];
  int n = is("both") ? 2 : 1;
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], 0, writer, &message[i]);
  int come = atomic_load_explicit(&flag, memory_order_relaxed) == n;
  if (!is("untold") && !is("wrong") && (come || is("always")))
    xblock_happens_after(message);
  if (is("wrong"))
    xblock_happens_before(message);
  if (come || is("always")) {
    assert(message[0] == 7 || is("always"));
    assert(n == 1 || message[1] == 7);
  }
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], 0);
  return argc < 2;
}
