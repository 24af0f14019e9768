// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The distinct results of all schedules, by values or by what was written: listed, and compared with those that are expected.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cc -g -O1 %s -o %t.d/p
// RUN: clang-19 -I%source_root/include -O1 %s -o %t.native -lpthread && %t.native
//
// Store buffering: under sequential consistency one of both threads sees what the other wrote, or both do: 3.
// RUN: cd %t.d && %xblock run --outcomes --json=all.json -- ./p 2>&1 | FileCheck --check-prefixes=ALL,DPOR %s
// RUN: cd %t.d && %xblock run --outcomes --mode=sleep -- ./p 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: cd %t.d && %xblock run --outcomes --restore=reexecute -- ./p 2>&1 | FileCheck --check-prefixes=ALL,DPOR %s
// ALL: 3 outcomes
// ALL-DAG: {{^}}    r1=0 r2=1{{$}}
// ALL-DAG: {{^}}    r1=1 r2=0{{$}}
// ALL-DAG: {{^}}    r1=1 r2=1{{$}}
// DPOR: xblock: complete: 3 schedules, 0 failures (dpor)
//
// The same as it writes them, of which a schedule is replayed.
// RUN: cd %t.d && %xblock run --outcomes -- ./p prints 2>&1 >/dev/null | FileCheck --check-prefix=PRINTS %s
// PRINTS: 3 outcomes
// PRINTS-NEXT: | r1=[[R1:[01]]] r2=[[R2:[01]]]
// PRINTS-NEXT: xblock replay x1:{{[0-9.x]+}} -- ./p prints
//
// Two threads give one name a value: that given last counts, 2. One of them fails in one of its two orders.
// RUN: cd %t.d && %xblock run --outcomes -- ./p twice 2>&1 | FileCheck --check-prefix=TWICE %s
// TWICE: 2 outcomes
// TWICE-DAG: {{^}}    last=1{{$}}
// TWICE-DAG: {{^}}    last=2{{$}}
// TWICE: xblock: complete: 2 schedules
// RUN: cd %t.d && not %xblock run --outcomes -- ./p fails 2>&1 | FileCheck --check-prefix=FAILS %s
// FAILS: assertion:
// FAILS: {{^}}1 outcome{{$}}
// FAILS-NEXT: {{^}}    last=2{{$}}
// FAILS: xblock: failure: 1 failure in 1 of 2 schedules
//
// RUN: cd %t.d && %xblock run --expect-outcomes=all.json -- ./p 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: cd %t.d && echo '[{"values":{"r1":1,"r2":0}},{"values":{"r2":1,"r1":1}},{"values":{"r1":0,"r2":0}}]' > some.json
// RUN: cd %t.d && not %xblock run --expect-outcomes=some.json --junit=j.xml --sarif=s.json -- ./p 2>&1 | FileCheck --check-prefix=SOME %s
// SOME: outcome: not expected: r1=0 r2=1
// SOME: outcome r2=1 outcomes_of_all_schedules.c
// SOME: xblock replay x1:{{[0-9.x]+}} -- ./p
// SOME: outcome: expected, and no schedule has it: r1=0 r2=0
// SOME: xblock: failure: 2 failures in 1 of 3 schedules (dpor)
// RUN: cd %t.d && FileCheck --check-prefix=JUNIT --input-file=j.xml %s
// JUNIT: <failure type="outcome" message="not expected: r1=0 r2=1">
// What a search that was broken off did not come to is no failure.
// RUN: cd %t.d && not %xblock run --expect-outcomes=all.json --max-schedules=1 -- ./p 2>&1 | FileCheck --check-prefix=LEFT %s
// LEFT: {{^}}1 outcome{{$}}
// LEFT: xblock: incomplete: 1 schedule, 0 failures (dpor)
// Nor is it forgotten by one that goes on.
// RUN: cd %t.d && not %xblock run --outcomes --frontier=f --max-schedules=2 -- ./p
// RUN: cd %t.d && %xblock run --outcomes --frontier=f --resume -- ./p 2>&1 | FileCheck --check-prefixes=ALL,DPOR %s
//
// A program without threads has one.
// RUN: cd %t.d && %xblock run --outcomes -- ./p alone 2>&1 | FileCheck --check-prefix=ALONE %s
// ALONE: {{^}}1 outcome{{$}}
// ALONE-NEXT: {{^}}    alone=-9223372036854775807{{$}}
// RUN: cd %t.d && not %xblock run --expect-outcomes=all.json -- ./p alone 2>&1 | FileCheck --check-prefix=OTHER %s
// OTHER: outcome: not expected: alone=-9223372036854775807
// OTHER: xblock: failure: 4 failures in 1 of 1 schedule (dpor)
//
// RUN: cd %t.d && not %xblock run -- ./p name 2>&1 | FileCheck --check-prefix=NAME %s
// NAME: misuse: xblock_outcome: the name is empty, has more than 47 bytes, or a line break
// RUN: cd %t.d && not %xblock run -- ./p many 2>&1 | FileCheck --check-prefix=MANY %s
// MANY: unsupported: more than 64 names of outcomes in one schedule
//
// RUN: cd %t.d && not %xblock run --expect-outcomes=none.json -- ./p 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: xblock: --expect-outcomes: cannot read none.json: No such file or directory; check the path and its permissions
// A folder is opened, but not read: that was an exception in the runtime.
// RUN: cd %t.d && not %xblock run --expect-outcomes=. -- ./p 2>&1 | FileCheck --check-prefix=FOLDER %s
// FOLDER: xblock: --expect-outcomes: cannot read .: Is a directory; check the path and its permissions
// RUN: cd %t.d && not %xblock run --expect-outcomes=p -- ./p 2>&1 | FileCheck --check-prefix=BINARY %s
// BINARY: xblock: --expect-outcomes: p: it is no JSON
// RUN: cd %t.d && echo '[{"values":{"r1":"zero"}}]' > bad.json
// RUN: cd %t.d && not %xblock run --expect-outcomes=bad.json -- ./p 2>&1 | FileCheck --check-prefix=BAD %s
// BAD: xblock: --expect-outcomes: bad.json: its outcome 1 has neither "values", whole numbers by name, nor "output", a text
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <xblock/xblock.h>

static const char *how = "";
static atomic_int x, y;
static int r1, r2, last;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int is(const char *name) { return !strcmp(how, name); }

static void give(int value) {
  pthread_mutex_lock(&mutex);
  xblock_outcome("last", last = value);
  pthread_mutex_unlock(&mutex);
}

static void *first(void *unused) {
  if (is("twice") || is("fails")) {
    give(1);
    return unused;
  }
  atomic_store(&x, 1);
  r1 = atomic_load(&y);
  return unused;
}

static void *second(void *unused) {
  if (is("twice") || is("fails")) {
    give(2);
    return unused;
  }
  atomic_store(&y, 1);
  r2 = atomic_load(&x);
  return unused;
}

int main(int argc, char **argv) {
  how = argc > 1 ? argv[1] : "";
  if (is("alone")) {
    xblock_outcome("alone", -9223372036854775807);
    return 0;
  }
  if (is("name"))
    xblock_outcome("two\nlines", 1);
  for (int i = 0; i < 65 && is("many"); ++i) {
    char name[8];
    sprintf(name, "n%d", i);
    xblock_outcome(name, i);
  }
  pthread_t one, other;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&other, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(!is("fails") || last == 2);
  if (is("prints"))
    printf("r1=%d r2=%d\n", r1, r2);
  else if (is("")) {
    xblock_outcome("r1", r1);
    xblock_outcome("r2", r2);
  }
  return 0;
}
