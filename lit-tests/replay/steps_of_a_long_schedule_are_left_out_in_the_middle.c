// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A replay keeps 65,536 steps: the first 13,107, and the last. Main starts T2 (1 step), locks (2), reads and writes x 40,000 times
// (3 to 80,002), unlocks (80,003), and joins both (80,004 and more); T1 and T2 read x under the lock: 3 steps and the end each.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %xblock replay --steps --json=%t.json x1:0x2.1x2.2x2.0 -- %t > %t.txt 2>&1
// RUN: FileCheck %s --input-file=%t.txt
// RUN: %python -c "import json, sys; steps = json.load(open(sys.argv[1]))['steps']; assert len(steps) == 65536 and steps[-1]['step'] == 80014, (len(steps), steps[-1])" %t.json
// CHECK: {{^}}      13107 {{ *}}2  main    read x = 6552
// CHECK-NEXT: {{^}}    14478 steps left out
// CHECK-NEXT: {{^}}      27586 {{ *}}2  main    write x: 13791 -> 13792
// CHECK: {{^}}      80014 {{ *}}7  main    end
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int x;

static void *look(void *unused) {
  pthread_mutex_lock(&m);
  int seen = x;
  pthread_mutex_unlock(&m);
  return seen < 0 ? unused : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, look, NULL);
  pthread_create(&two, NULL, look, NULL);
  pthread_mutex_lock(&m);
  for (int i = 0; i < 40000; i++)
    x = x + 1;
  pthread_mutex_unlock(&m);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
