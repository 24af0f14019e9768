// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A block that nothing points to as the program ends is a failure of that schedule: also if only some schedules lose it. Variables,
// thread_local ones, stacks of threads that still run, the values of keys, and blocks reached from there count.
// RUN: %xblock_cc -g -O0 -w %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t kept -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t lost -- verdict=failure failures=heap \
// RUN:   "message~^memory leak: nothing points to 24 bytes in 1 block; allocated by T1 at .*c:[0-9]+$"
// RUN: not %xblock run -- %t lost 2>&1 | FileCheck %s
// CHECK: {{^ *}}memory{{$}}
// CHECK-NEXT: {{^ *}}allocated by T1
// CHECK-NEXT: #0 make {{.*}}.c:[[#]]
// CHECK-NEXT: #1 work {{.*}}.c:[[#]]
// Of the two of a list the one that the other points to goes with it.
// RUN: %python %S/Inputs/explore.py %xblock -- %t list -- verdict=failure failures=heap \
// RUN:   "message~^memory leak: nothing points to 16 bytes in 1 block; allocated by T1 at"
// RUN: %python %S/Inputs/explore.py %xblock -- %t ring -- verdict=failure failures=heap "message~^memory leak: nothing points to 32 bytes in 2 blocks;"
// Allocated before the first thread was created.
// RUN: %python %S/Inputs/explore.py %xblock -- %t early -- verdict=failure failures=heap "message~30 bytes in 1 block; allocated by main at"
// The result of a thread that is joined by nobody who frees it.
// RUN: %python %S/Inputs/explore.py %xblock -- %t result -- verdict=failure failures=heap "message~allocated by T1"
// Two places.
// RUN: %python %S/Inputs/explore.py %xblock -- %t two -- verdict=failure failures=heap \
// RUN:   "message~nothing points to 32 bytes in 2 blocks; 24 bytes in 1 block allocated by T1 at .*, 8 bytes in 1 block allocated by T1 at"
// exit() leaves the stack as it is; the end of the last thread does not.
// RUN: %python %S/Inputs/explore.py %xblock -- %t exit -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t mainends -- verdict=failure failures=heap "message~30 bytes in 1 block; allocated by main"
// RUN: %python %S/Inputs/explore.py %xblock -- %t detached -- verdict=complete failures=none
// Both threads push to a list. Of the 4 orders of reads and writes of its head (one thread before the other, twice; both read
// before one writes first, twice) the latter two lose a node. 2 schedules ran before, until the accesses were known to race.
// RUN: %python %S/Inputs/explore.py %xblock --check=none --leaks=never -- %t push -- verdict=complete schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --check=none --keep-going -- %t push -- verdict=failure schedules=6 failures=heap:2
// RUN: %python %S/Inputs/explore.py %xblock --leaks=never -- %t lost -- verdict=complete failures=none
// With more than 32 KiB to look at one schedule stands for all.
// RUN: %python %S/Inputs/explore.py %xblock --check=none --keep-going -- %t pushmuch -- verdict=complete
// RUN: %xblock run --check=none -- %t pushmuch 2>&1 | FileCheck %s --check-prefix=MUCH
// MUCH: up to: leaks were looked for in one schedule
// RUN: %python %S/Inputs/explore.py %xblock --check=none --keep-going --leaks=always -- %t pushmuch -- verdict=failure failures=heap:2
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 heap -- %t lost
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  long value;
};

static struct node *head;
static void *kept;
static char *much;
static __thread void *mine;
static pthread_key_t key;
static char how[16]; // not the argument itself: how many words that is in depends on where it lies
static volatile int never;
#define IS(name) (strcmp(how, #name) == 0)

static __attribute__((noinline)) void *make(size_t n) { return malloc(n); }

static void *work(void *argument) {
  if (IS(lost)) {
    *(volatile char *)make(24) = 1;
  } else if (IS(list) || IS(ring)) {
    struct node *a = malloc(16), *b = malloc(16);
    a->next = b;
    b->next = IS(ring) ? a : NULL;
  } else if (IS(result)) {
    return malloc(8);
  } else if (IS(two)) {
    *(volatile char *)make(24) = 1;
    *(volatile char *)malloc(8) = 1;
  } else if (IS(push) || IS(pushmuch)) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  } else if (IS(detached)) {
    mine = malloc(8);
    pthread_setspecific(key, malloc(8));
    void *volatile local = malloc(8);
    while (!never)
      ;
    free(local);
  }
  return NULL;
}

int main(int argc, char **argv) {
  strcpy(how, argv[1]);
  pthread_key_create(&key, free);
  kept = malloc(10);
  mine = malloc(11);
  pthread_setspecific(key, malloc(12));
  struct node *first = malloc(sizeof *first);
  first->next = NULL;
  head = first;
  if (IS(pushmuch))
    much = malloc(40 << 10);
  void *volatile local = malloc(30);
  if (IS(early))
    local = NULL;
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  if (IS(push) || IS(pushmuch)) {
    pthread_create(&b, NULL, work, NULL);
    pthread_join(b, NULL);
  }
  if (IS(detached))
    pthread_detach(a);
  else
    pthread_join(a, NULL);
  if (IS(exit))
    exit(0);
  if (IS(mainends)) {
    free(mine);
    pthread_exit(NULL);
  }
  free(local);
  return 0;
}
