// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A schedule that is explained takes more stack for the runtime's own part of each access: a stack that ended within its malloc was told of by a handler that
// called malloc, and waited for ever for the lock that was held. The runtime has a part of the guard then; the failure is the same. And a recursion whose
// frames call what is modelled, where the stack may end within that: each ends, as a failure.
// RUN: %xblock_cc -O0 -w -DSIZE=4000 -DCALL="" %s -o %t && bash -c 'for i in 1 2 3; do timeout 60 %t > %t.out 2>&1; [ $? = 1 ] || exit 1; done' && FileCheck %s --input-file=%t.out
// RUN: %xblock_cc -O0 -w -DSIZE=400 -DCALL="free(malloc(3))" %s -o %t && bash -c 'timeout 60 %t > %t.out 2>&1; [ $? = 1 ]' && FileCheck %s --input-file=%t.out
// RUN: %xblock_cc -O0 -w -DSIZE=400 -DCALL="printf(\"%%d\", 1)" %s -o %t && bash -c 'timeout 60 %t > %t.out 2>&1; [ $? = 1 ]' && FileCheck %s --input-file=%t.out
// RUN: %xblock_cc -O0 -w -DSIZE=400 -DCALL="pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock)" %s -o %t && bash -c 'timeout 60 %xblock run --stack-size=65536 -- %t > %t.out 2>&1; [ $? = 1 ]' && FileCheck %s --input-file=%t.out
// RUN: %xblock_cc -O0 -w -DSIZE=400 -DCALL="fclose(fopen(\"/etc/passwd\", \"r\"))" %s -o %t && bash -c 'timeout 60 %xblock run --stack-size=65536 -- %t > %t.out 2>&1; [ $? = 1 ]' && FileCheck %s --input-file=%t.out
// CHECK: failure: {{.*}}1 schedule
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int recurse(volatile char *p) {
  volatile char frame[SIZE];
  frame[0] = p ? p[0] : 1;
  CALL;
  return recurse(frame) + frame[0];
}

static void *run(void *arg) {
  recurse(NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
}
