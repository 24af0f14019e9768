// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --plugin: a library that is no part of the program picks the thread for each block, and is told of deadlocks, failures and races; what
// it remembers is not rolled back. Its mistakes end the run in one line.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: c++ -shared -fPIC -I %S/../../include %S/Inputs/plugin.cpp -o %t.so
// RUN: bash -c '%xblock run --quiet --policy=plugin --plugin=%t.so --max-schedules=4 --keep-going -- %t > %t.1 2>&1; [ $? = 1 ]'
// RUN: bash -c '%xblock run --quiet --policy=plugin --plugin=%t.so --max-schedules=4 --keep-going -- %t > %t.2 2>&1; [ $? = 1 ]'
// RUN: cmp %t.1 %t.2
// RUN: FileCheck --input-file=%t.1 %s
// The order of the first picks: main goes on, then T1, which ran no block, then T2; both now hold a lock.
// CHECK: pick {{main|T1}} of 2, blocks 0 locks 0 last 0
// CHECK: pick {{main|T1|T2}} of {{[23]}}, blocks {{[01]}} locks
// CHECK: schedule 1 of 1 ended
// CHECK: schedule 4 of 4 ended
// CHECK: xblock: failure:
//
// What is found is told once each, by a search too.
// RUN: bash -c '%xblock run --quiet --plugin=%t.so --keep-going -- %t > %t.3 2>&1; [ $? = 1 ]'
// RUN: FileCheck --check-prefix=TOLD --input-file=%t.3 %s
// TOLD-DAG: handler: race lines [[# @LINE + 39]] and [[# @LINE + 39]] of T{{[12]}} and T{{[12]}} in {{[0-9]+}}
// TOLD-DAG: handler: deadlock in {{[0-9]+}} by x1:
// TOLD-DAG: handler: assertion, assertion 'chosen != 2' failed
// TOLD: xblock: failure: 2 failures in {{.*}}, 1 data race (dpor)
//
// RUN: bash -c 'PLUGIN_PICK=1 %xblock run --quiet --policy=plugin --plugin=%t.so -- %t > %t.4 2>&1; [ $? = 3 ]'
// RUN: FileCheck --check-prefix=PICK --input-file=%t.4 %s
// PICK: xblock: {{.*}}.so: pick() returned 2 of 2 threads: return a position in what it was given
// RUN: bash -c 'PLUGIN_DECIDE=1 %xblock run --quiet --policy=plugin --plugin=%t.so -- %t > %t.5 2>&1; [ $? = 3 ]'
// RUN: FileCheck --check-prefix=DECIDE --input-file=%t.5 %s
// DECIDE: xblock: {{.*}}.so: decide() returned 3 of 3 ways: return less
// RUN: bash -c 'PLUGIN_THROWS=1 %xblock run --quiet --policy=plugin --plugin=%t.so -- %t > %t.throws 2>&1; [ $? = 3 ]'
// RUN: FileCheck --check-prefix=THROWS --input-file=%t.throws %s
// THROWS: xblock: {{.*}}.so: pick() threw an exception: no idea; catch it there
// RUN: bash -c 'PLUGIN_CRASHES=1 %xblock run --quiet --policy=plugin --plugin=%t.so -- %t > %t.crashes 2>&1; [ $? = 3 ]'
// RUN: FileCheck --check-prefix=CRASHES --input-file=%t.crashes %s
// CRASHES: xblock: {{.*}}.so: pick() ended by SIGSEGV: mend it there
// RUN: bash -c 'PLUGIN_NULL=1 %xblock run --quiet --policy=plugin --plugin=%t.so -- %t > %t.6 2>&1; [ $? = 3 ]'
// RUN: FileCheck --check-prefix=NULL --input-file=%t.6 %s
// NULL: xblock: {{.*}}.so: xblock_plugin_scheduler() returned null
// RUN: bash -c '%xblock run --quiet --policy=plugin -- %t > %t.7 2>&1; [ $? = 3 ]'
// RUN: FileCheck --check-prefix=NONE --input-file=%t.7 %s
// NONE: xblock: --policy=plugin asks a scheduler of one's own: name its shared library by --plugin=FILE
// RUN: bash -c '%xblock run --quiet --plugin=%t.nothing.so -- %t > %t.8 2>&1; [ $? = 3 ]'
// RUN: FileCheck --check-prefix=GONE --input-file=%t.8 %s
// GONE: xblock: --plugin={{.*}}.nothing.so cannot be loaded: {{.*}}No such file or directory
// RUN: c++ -shared -fPIC -x c++ /dev/null -o %t.empty.so
// RUN: bash -c '%xblock run --quiet --plugin=%t.empty.so -- %t > %t.9 2>&1; [ $? = 3 ]'
// RUN: FileCheck --check-prefix=EMPTY --input-file=%t.9 %s
// EMPTY: defines none of the functions of xblock/plugin.h: declare them by including it
#include <assert.h>
#include <pthread.h>
#include <xblock/xblock.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static volatile int racy;

static void *both(void *first) {
  pthread_mutex_t *one = first ? &b : &a, *other = first ? &a : &b;
  racy = 1;
  pthread_mutex_lock(one);
  pthread_mutex_lock(other);
  pthread_mutex_unlock(other);
  pthread_mutex_unlock(one);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, both, NULL);
  pthread_create(&threads[1], NULL, both, &b);
  unsigned chosen = xblock_choose(3);
  assert(chosen != 2);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
