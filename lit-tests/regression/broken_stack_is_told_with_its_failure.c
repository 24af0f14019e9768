// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: as a failure was explained, the frames of the stack were walked at each access of it. Where the program had overwritten them the walk
// crashed, which was taken for another failure of the program: unsupported, in place of the failure. So did the walk for what a thread did last
// with a mutex, where the thread fails later only, as it returns (LATER).
// RUN: %xblock_cc -O1 -g -fno-omit-frame-pointer %s -o %t
// RUN: %python %S/../run/Inputs/exits.py 1 %xblock run -- %t 2>&1 | FileCheck %s
// RUN: %xblock_cc -DLATER -O1 -g -fno-omit-frame-pointer %s -o %t.later
// RUN: %python %S/../run/Inputs/exits.py 1 %xblock run -- %t.later 2>&1 | FileCheck %s
// CHECK: SIGSEGV: {{write of address \(nil\)|access of a wild address}}
// CHECK: xblock: failure: signal in schedule 1 (dpor)
#include <pthread.h>
#include <string.h>

static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static __attribute__((noinline)) void overwrite(volatile int *p) {
  volatile unsigned long *frame = (volatile unsigned long *)__builtin_frame_address(0);
  frame[0] = 0x1234567;
  frame[1] = 0xdead0000beefUL;
  for (int i = 2; i < 12; ++i)
    frame[i] = 0x41414141;
  *p = 1;
}

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  ++n;
#ifdef LATER
  void *frame = __builtin_frame_address(0);
  __asm__ volatile("" : "+r"(frame));
  memset(frame, 0x41, 64);
#endif
  pthread_mutex_unlock(&lock);
#ifndef LATER
  overwrite(0);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_mutex_lock(&lock);
  ++n;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
