// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A breakpoint instruction ended the explorer; a frame larger than the guard below a stack reached over it, into the stack of
// another thread, and ended the explorer as well; over a broken stack the walk crashed until it had filled the report with
// itself; a jump to nowhere did not say where it came from.
// RUN: %xblock_cc -g -O0 -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t trap -- verdict=failure failures=signal:1 \
// RUN:   "message~SIGTRAP"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t frame -- verdict=failure \
// RUN:   failures=signal:1 "message~stack overflow in T1"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t smash -- verdict=failure failures=signal:1 \
// RUN:   "message~SIGSEGV"
// RUN: not %xblock run -- %t smash 2>&1 | FileCheck --check-prefix=SMASH %s
// SMASH-NOT: _Unwind_Backtrace
// SMASH: xblock: failure
// RUN: not %xblock run -- %t jump 2>&1 | FileCheck --check-prefix=JUMP %s
// JUMP: jump to address
// JUMP: T1 failed
// JUMP-NEXT: #0 run
#include <pthread.h>
#include <string.h>

static void (*volatile nowhere)(void);

static __attribute__((noinline)) void fill(volatile char *at, int n) {
  for (int i = 0; i < n; ++i)
    at[i] = 0x41;
}
static __attribute__((noinline)) void frame(void) {
  volatile char large[20 << 20];
  large[0] = 1;
  large[sizeof large - 1] = 2;
}
static __attribute__((noinline)) void smash(void) {
  volatile char small[8];
  fill(small, 200);
}

static void *run(void *how) {
  if (!strcmp(how, "trap"))
    __builtin_debugtrap();
  if (!strcmp(how, "frame"))
    frame();
  if (!strcmp(how, "smash"))
    smash();
  if (!strcmp(how, "jump"))
    nowhere();
  return 0;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, 0, run, argv[1]);
  pthread_join(thread, 0);
}
