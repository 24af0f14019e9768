// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The clock by which a block without end is noticed may strike while a handler of signals begins or ends: the stack that was
// told had a frame of the C library then, in one run of some. Others send the same signal here, as often as they can, so that
// the clock mostly strikes in a handler; what they send is no tick of the clock.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/signals_from_outside.py %xblock %t
#include <pthread.h>

static void *run(void *unused) {
  for (;;)
    ;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  return 0;
}
