// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// xblock_choose(n) is each of 0, ..., n - 1, in a schedule of its own, in every mode, before the first thread too; natively 0.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -I%source_root/include -pthread %s -o %t.native && %t.native one 3 && %t.native two && %t.native forks
//
// main chooses among 3, and there is no other thread: 3.
// RUN: %python %S/Inputs/explore.py %xblock -- %t one 3 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t one 3 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t one 3 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t one 3 -- verdict=complete schedules=3 failures=none
// RUN: %xblock run --outcomes -- %t one 3 2>&1 | FileCheck --check-prefix=ONE %s
// ONE: 3 outcomes
// ONE-DAG: {{^}}    chosen=0{{$}}
// ONE-DAG: {{^}}    chosen=1{{$}}
// ONE-DAG: {{^}}    chosen=2{{$}}
// One way is no choice, 65,535 are the most.
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t one 1 -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t one 65535 -- verdict=complete schedules=65535 failures=none
// RUN: not %xblock run -- %t one 0 2>&1 | FileCheck --check-prefix=ZERO %s
// ZERO: misuse: xblock_choose(0): it chooses among 1 to 65535
// RUN: not %xblock run -- %t one 65536 2>&1 | FileCheck --check-prefix=MANY %s
// MANY: misuse: xblock_choose(65536): it chooses among 1 to 65535
//
// Two threads that have nothing to do with each other choose among 2: 2 * 2.
// RUN: %python %S/Inputs/explore.py %xblock -- %t two -- verdict=complete schedules=4 failures=none
// RUN: %xblock run --outcomes --mode=sleep -- %t two 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: %xblock run --outcomes --mode=exitblock -- %t two 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: %xblock run --outcomes --mode=exitblock-rw -- %t two 2>&1 | FileCheck --check-prefix=TWO %s
// TWO: 4 outcomes
//
// main chooses whether one or two threads add to x, and each thread which of two values: 2 + 2 * 2 * 2, where the last 2 are the
// orders of two threads.
// RUN: %python %S/Inputs/explore.py %xblock -- %t forks -- verdict=complete schedules=10 failures=none
// RUN: %xblock run --outcomes --mode=sleep -- %t forks 2>&1 | FileCheck --check-prefix=FORKS %s
// RUN: %xblock run --outcomes -- %t forks 2>&1 | FileCheck --check-prefix=FORKS %s
// FORKS: 10 outcomes
//
// T1 takes mutex a or mutex b, main takes a: 2 orders if it is a. If it is b they have nothing to do with each other, and yet both orders
// run: that T1 is wanted before main is known of one choice, and whoever goes first does so with each.
// RUN: %python %S/Inputs/explore.py %xblock -- %t which -- verdict=complete schedules=4 failures=none
// T1 takes a and b in the order that it chooses, main first a: a deadlock needs both the choice and the order.
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t order -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock --keep-going --mode=sleep -- %t order -- verdict=failure failures=deadlock
//
// What was chosen stands in the report, and in the schedule, which replays.
// RUN: not %xblock run -- %t fails 2>&1 | FileCheck --check-prefix=FAILS %s
// FAILS: assertion: assertion 'chosen != 2' failed in int main(int, char **) (
// FAILS: choose(3) = 2 values_that_the_search_chooses.c:
// FAILS: xblock replay x1:0c2 -- 
// RUN: not %xblock replay --steps x1:0c2 -- %t fails 2>&1 | FileCheck --check-prefix=STEPS %s
// STEPS: main choose(3) = 2
// RUN: not %xblock replay x1:0c3 -- %t fails 2>&1 | FileCheck --check-prefix=UNFIT %s
// UNFIT: xblock: the schedule does not fit the program: block 1: main has fewer choices
//
// A loop that ends by choice alone has endless schedules: they are cut.
// RUN: %python %S/Inputs/explore.py %xblock --max-blocks=2 --no-reexecute -- %t loop -- verdict=incomplete failures=none
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xblock/xblock.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;
static unsigned chosen[2];
static const char *how;

static int is(const char *name) { return !strcmp(how, name); }

static void *two(void *of) {
  *(unsigned *)of = xblock_choose(2);
  return 0;
}

static void *forks(void *times) {
  int add = xblock_choose(2) ? 1 : 2;
  pthread_mutex_lock(&a);
  x = x * *(int *)times + add;
  pthread_mutex_unlock(&a);
  return 0;
}

static void *which(void *unused) {
  pthread_mutex_t *lock = xblock_choose(2) ? &a : &b;
  pthread_mutex_lock(lock);
  if (lock == &a)
    x = 2 * x + 1;
  pthread_mutex_unlock(lock);
  return unused;
}

static void *order(void *unused) {
  int other = xblock_choose(2) != 0;
  pthread_mutex_lock(other ? &b : &a);
  pthread_mutex_lock(other ? &a : &b);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(int argc, char **argv) {
  how = argv[1];
  pthread_t threads[2];
  if (is("one")) {
    unsigned most = (unsigned)atoi(argv[2]), mine = xblock_choose(most);
    assert(mine < most);
    xblock_outcome("chosen", mine);
  } else if (is("two")) {
    for (int i = 0; i < 2; i++)
      pthread_create(&threads[i], 0, two, &chosen[i]);
    for (int i = 0; i < 2; i++)
      pthread_join(threads[i], 0);
    xblock_outcome("chosen", chosen[0] * 10 + chosen[1]);
  } else if (is("forks")) {
    static int times[2] = {10, 100};
    int n = 1 + (int)xblock_choose(2);
    for (int i = 0; i < n; i++)
      pthread_create(&threads[i], 0, forks, &times[i]);
    for (int i = 0; i < n; i++)
      pthread_join(threads[i], 0);
    xblock_outcome("x", x);
  } else if (is("which") || is("order")) {
    pthread_create(&threads[0], 0, is("which") ? which : order, 0);
    pthread_mutex_lock(&a);
    if (is("order"))
      pthread_mutex_lock(&b);
    x = 2 * x + 2;
    if (is("order"))
      pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(threads[0], 0);
  } else if (is("fails")) {
    unsigned chosen = xblock_choose(3);
    assert(chosen != 2);
  } else if (is("loop")) {
    while (!xblock_choose(2))
      ;
  }
  (void)argc;
}
