// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What the system says of a process and draws for it is the same in every run, also in a group and a session of its own and below another parent. A program that
// branches on it had one number of schedules in one run and another in the next, both "complete": here each thread locks once, and once more for each odd
// number of six, of which the process, its group, its session are 1000, its parent 999, and the first two of the random bytes of AT_RANDOM 11 and 48: 3 blocks each, of which the
// locks' order is any: (3 + 3)! / (3! 3!) = 20.
// RUN: %xblock_cc %s -o %t
// RUN: %t > %t.1 2>&1 && FileCheck %s --input-file=%t.1
// RUN: setsid -w %t > %t.2 2>&1 && diff %t.1 %t.2
// RUN: bash -c 'set -m; %t > %t.2 2>&1 & wait $!' && diff %t.1 %t.2
// RUN: %xblock run --restore=reexecute -- %t > %t.2 2>&1 && diff %t.1 %t.2
// CHECK: 1000 1000 1000 1000 999 11 48
// CHECK: complete: 20 schedules, 0 failures
#include <pthread.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(void) {
  pthread_mutex_lock(&lock);
  ++sum;
  pthread_mutex_unlock(&lock);
}

static void *run(void *arg) {
  const unsigned char *drawn = (const unsigned char *)getauxval(AT_RANDOM);
  int numbers[] = {getpid(), getpgrp(), getsid(0), getppid(), drawn[0], drawn[1]};
  add();
  for (int i = 0; i < 6; ++i)
    if (numbers[i] & 1)
      add();
  return arg;
}

int main(void) {
  const unsigned char *drawn = (const unsigned char *)getauxval(AT_RANDOM);
  fprintf(stderr, "%d %d %d %d %d %d %d\n", getpid(), getpgrp(), getpgid(getpid()), getsid(getpid()), getppid(), drawn[0], drawn[1]);
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
