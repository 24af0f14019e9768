// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A write that is not made, since the schedule fails in it, leaves nothing; one before a failure that is no access does. Looking at
// where an access goes to harms nobody: there may be nothing.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/replay_steps.py %t.json %xblock %t freed | FileCheck --check-prefix=FREED %s
// RUN: %python %S/Inputs/replay_steps.py %t.json %xblock %t null | FileCheck --check-prefix=NULL %s
// RUN: %python %S/Inputs/replay_steps.py %t.json %xblock %t abort | FileCheck --check-prefix=ABORT %s
// FREED: main free 0x{{.*}} on the heap = 5 {{.*}}holding mutex m
// FREED: T1 write 0x{{.*}} on the heap: 5 -> ? {{.*}}:[[#@LINE+16]]
// FREED-NEXT: T1 heap {{.*}}:[[#@LINE+15]]
// NULL: main write at: {{[0-9]+}} (0x{{[0-9a-f]+}}) -> 0
// NULL: T1 read at = 0
// NULL-NEXT: T1 signal {{.*}}:[[#@LINE+12]]
// ABORT: T1 write last: 3 -> 3
// ABORT-NEXT: T1 abort
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int *volatile at;
static volatile int last = 3;
static const char *what;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *use(void *unused) {
  pthread_mutex_lock(&m);
  *at = 7;
  if (strcmp(what, "abort") == 0 && last == 3) {
    last = 3;
    abort();
  }
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  (void)argc;
  what = argv[1];
  at = malloc(sizeof *at);
  *at = 5;
  pthread_t one, two;
  pthread_create(&one, NULL, use, NULL);
  pthread_create(&two, NULL, use, NULL);
  pthread_mutex_lock(&m);
  int *mine = at;
  if (strcmp(what, "freed") == 0)
    free(mine);
  if (strcmp(what, "null") == 0)
    at = NULL;
  if (strcmp(what, "abort") == 0)
    last = 3;
  pthread_mutex_unlock(&m);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
