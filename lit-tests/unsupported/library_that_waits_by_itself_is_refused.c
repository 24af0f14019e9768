// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A library without hooks that waits in a loop for what another thread writes never sees it come, since no block ends in it. The
// program is right, so that is no failure; the same loop in the program's own code is one that ends.
// What broke: where the timers of the processor's time and of the clock were due at once, a tick fell on the first instruction of the
// other's handler and was taken for one in the program; one run in some hundred, on a machine without load, was told as a failure.
// RUN: clang-19 -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %xblock_cc -g -O1 %s %t.so -o %t
// RUN: not %xblock run --check=none --stuck-seconds=1 -- %t 2>&1 | FileCheck %s
// CHECK: xblock: unsupported: a library without hooks, in which {{main|T1}} computed for 1 s: what it waits for may be what another thread writes (compile the library with xblock-clang)
// RUN: %xblock_cc -g -O1 -DWHOLE %s -o %t.whole
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.whole -- verdict=complete failures=none
#if defined(LIBRARY) || defined(WHOLE)
void wait_for(int *flag) {
  while (!__atomic_load_n(flag, __ATOMIC_SEQ_CST))
    ;
}
#endif
#ifndef LIBRARY
#include <pthread.h>
void wait_for(int *flag);
static int flag;

static void *set(void *unused) {
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  wait_for(&flag);
  pthread_join(thread, 0);
}
#endif
