// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A spin that nobody can end is a livelock: each thread is shown with the line of its loop and with
// what the loop reads, by name. One that reads nothing says so.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=livelock \
// RUN:   "message=main waits for the end of T1; T1 waits for a change of ready; T2 waits for a change of flags+4 or turn"
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 livelock -- %t
// RUN: not %xblock run -- %t 2>&1 | FileCheck %s
// CHECK: {{^ *}}T1 waits for a change of ready{{$}}
// CHECK-NEXT: #0 await {{.*}}.c:[[#@LINE+27]]
// CHECK-NEXT: #1 first {{.*}}.c:[[#@LINE+32]]
// CHECK: {{^ *}}T2 waits for a change of flags+4 or turn{{$}}
// CHECK-NEXT: #0 second {{.*}}.c:[[#@LINE+35]]
// CHECK: T1 -> a change of ready
// CHECK: atomic load ready {{.*}}.c:[[#@LINE+22]]
// RUN: %xblock_cc -DPLAIN -g -O0 %s -o %t.plain
// RUN: %python %S/Inputs/explore.py %xblock -- %t.plain -- verdict=failure failures~^livelock \
// RUN:   "message=main waits for the end of T1; T1 waits for a change of ready; T2 waits for a change of flags+4 or turn"
// RUN: %xblock_cc -DNOTHING -g -O1 %s -o %t.nothing
// RUN: %python %S/Inputs/explore.py %xblock -- %t.nothing -- verdict=failure failures=livelock \
// RUN:   "message=main waits for the end of T1; T1 repeats a loop that reads and changes nothing; T2 waits for a change of flags+4 or turn"
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#ifdef PLAIN
int ready, flags[2], turn;
#else
_Atomic int ready, flags[2], turn;
#endif

static void await(void) {
#ifdef NOTHING
  for (;;)
    sched_yield();
#else
  while (!ready)
    ;
#endif
}

static void *first(void *unused) {
  await();
  return unused;
}

static void *second(void *unused) {
  while (flags[1] == 0 && turn == 0)
    ;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
