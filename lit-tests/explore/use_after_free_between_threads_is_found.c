// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// One thread gives a block back and another uses it, without order: the order in which that is wrong is run, whichever comes first
// by itself, and both stacks are shown. Under a lock that orders them, each order is run. A reference count makes it right.
// RUN: %xblock_cc -g -O1 -w %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --check=none --keep-going -- %t late -- verdict=failure failures=heap \
// RUN:   "message~^use after free: main reads 4 bytes at 0x[0-9a-f]+, 8 bytes into a freed block of 16 bytes; freed by T1 at .*c:[0-9]+, allocated by main at"
// RUN: %python %S/Inputs/explore.py %xblock --check=none --keep-going -- %t early -- verdict=failure failures=heap \
// RUN:   "message~^use after free: T1 reads 4 bytes at 0x[0-9a-f]+, 8 bytes into a freed block of 16 bytes; freed by main at .*c:[0-9]+, allocated by main at"
// RUN: not %xblock run --check=none -- %t early 2>&1 | FileCheck %s
// CHECK: {{^ *}}freed by main{{$}}
// CHECK-NEXT: #0 giveBack
// CHECK-NEXT: #1 main
// CHECK: {{^ *}}allocated by main{{$}}
// CHECK-NEXT: #0 main
// Two orders of two regions: one of them is wrong.
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t locked -- verdict=failure schedules=2 failures=heap:1
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t locked -- verdict=failure schedules=2 failures=heap:1
// Both give it back.
// RUN: %python %S/Inputs/explore.py %xblock --check=none -- %t both -- verdict=failure failures=heap "message~^double free: free of .*; freed by main at .*, allocated by main|^double free: free of .*; freed by T1 at"
// RUN: %python %S/Inputs/explore.py %xblock -- %t counted -- verdict=complete failures=none
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct shared {
  atomic_int owners;
  int other, value, last;
};

static struct shared *shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char how[16]; // not the argument itself: how many words that is in depends on where it lies
#define IS(name) (strcmp(how, #name) == 0)

static __attribute__((noinline)) void giveBack(void) { free(shared); }
static void use(void) {
  volatile int value = shared->value;
  (void)value;
}
static void drop(void) {
  if (atomic_fetch_sub(&shared->owners, 1) == 1)
    free(shared);
}

static void *work(void *argument) {
  if (IS(locked)) {
    pthread_mutex_lock(&m);
    use();
    pthread_mutex_unlock(&m);
  } else if (IS(counted)) {
    use();
    drop();
  } else if (IS(early)) {
    use();
  } else {
    giveBack();
  }
  return argument;
}

int main(int argc, char **argv) {
  strcpy(how, argv[1]);
  shared = malloc(sizeof *shared);
  memset(shared, 0, sizeof *shared);
  shared->owners = 2;
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (IS(locked)) {
    pthread_mutex_lock(&m);
    giveBack();
    pthread_mutex_unlock(&m);
  } else if (IS(counted)) {
    use();
    drop();
  } else if (IS(late)) {
    use();
  } else {
    giveBack();
  }
  pthread_join(thread, NULL);
  return 0;
}
