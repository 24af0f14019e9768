// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Where in a recursion the stack ends depends on what the runtime has on it just then, which is more where a schedule runs once more to be explained: with
// frames of some sizes it ended at another instruction, and a right failure was "unsupported: the program did something else". It is known by its outermost
// calls now, which are the same. Frames of each of these sizes, one function and two in turn, in each way of going back.
// RUN: bash -c 'for size in 1000 2000 4000 4096 5000 8192 9000; do for turns in "" -DTURNS; do %xblock_cc -O1 -w -DSIZE=$size $turns %s -o %t || exit 1; %t > %t.out 2>&1; [ $? = 1 ] && grep -q "^xblock: failure: 1 failure in 1 of 1 schedule" %t.out || { echo $size $turns; cat %t.out; exit 1; }; done; done'
// RUN: bash -c 'for how in --restore=reexecute --verify-restore --memory=strict --reuse=none --check=none; do %xblock run $how -- %t > %t.out 2>&1; [ $? = 1 ] && grep -q "^xblock: failure: 1 failure in 1 of 1 schedule" %t.out || { echo $how; cat %t.out; exit 1; }; done'
//
// Two recursions of one thread are two failures: which one it comes to depends on who locks first.
// RUN: %xblock_cc -O1 -w -DSIZE=4096 -DTWO %s -o %t.two
// RUN: not %xblock run --keep-going --quiet -- %t.two > %t.out 2>&1; FileCheck %s --check-prefix=TWO --input-file=%t.out
// TWO: failure: 2 failures in 2 of {{[2-4]}} schedules
// Also below the calls by which std::thread comes to its function.
// RUN: %xblock_cxx -O0 -w -DSIZE=4096 -DTWO -DCXX -x c++ %s -o %t.cxx
// RUN: not %xblock run --keep-going --quiet -- %t.cxx > %t.out 2>&1; FileCheck %s --check-prefix=TWO --input-file=%t.out
// Frames without a single hook, beyond the end by little.
// RUN: %xblock_cc -O1 -w -DSIZE=4096 -DPLAIN %s -o %t.plain
// RUN: not %xblock run --stack-size=65536 -- %t.plain > %t.out 2>&1; FileCheck %s --check-prefix=WIDE --input-file=%t.out
// A stack that ends without a recursion.
// RUN: %xblock_cc -O1 -w -DSIZE=4096 -DWIDE %s -o %t.wide
// RUN: not %t.wide > %t.out 2>&1; FileCheck %s --check-prefix=WIDE --input-file=%t.out
// WIDE: failure: 1 failure in 1 of 1 schedule
#include <pthread.h>
#include <stddef.h>
#ifdef CXX
#include <thread>
#endif

static int other(volatile char *p);
static int recurse(volatile char *p) {
  volatile char frame[SIZE];
  frame[0] = p ? p[0] : 1;
#ifdef TURNS
  return other(frame) + frame[0];
#else
  return recurse(frame) + frame[0];
#endif
}
__attribute__((noinline)) static int other(volatile char *p) {
  volatile char frame[SIZE / 2];
  frame[0] = p ? p[0] : 2;
#ifdef TURNS
  return recurse(frame) + frame[0];
#else
  return other(frame) + frame[0];
#endif
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first;
static int come(void) {
  pthread_mutex_lock(&lock);
  int before = first++;
  pthread_mutex_unlock(&lock);
  return before;
}

static volatile int zero;
__attribute__((noinline)) static int wide(volatile char *p) {
  volatile char frame[6 << 20];
  frame[0] = p ? p[0] : 1;
  return p ? frame[0] : wide(frame) + frame[0];
}

static void *run(void *arg) {
#ifdef WIDE
  wide(NULL);
  return arg;
#endif
#ifdef PLAIN
  volatile char plain[66000];
  plain[zero] = 1;
  return plain[zero] ? arg : NULL;
#endif
#ifdef TWO
  if (come())
    other(NULL);
#endif
  recurse(NULL);
  return arg;
}
static void *comes(void *arg) {
  come();
  return arg;
}

int main(void) {
#ifdef CXX
  std::thread first(run, nullptr), second(comes, nullptr);
  second.join();
  first.join();
  return 0;
#endif
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
#ifdef TWO
  pthread_create(&b, NULL, comes, NULL);
  pthread_join(b, NULL);
#endif
  pthread_join(a, NULL);
}
