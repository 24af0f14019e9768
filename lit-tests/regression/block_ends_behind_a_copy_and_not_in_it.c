// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A hook tells of an access before it is made, and a block that is cut behind a racing access ends at the next hook. A copy tells of its read and then of
// its write, and is made behind both: the block ended in between, and the read was made in the next block, which nobody knew to
// depend on it. So the next block was put in place with what had been there, which gave results that no schedule has ("0 0"), and missed others ("2 1").
// The same of arguments that are copied for a call, and of the lanes of a vector. Now blocks end behind what is told of together.
// RUN: %xblock_cc -g -O2 %s -o %t
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t copy -- "1 0" "1 1" "2 1"
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t struct -- "1 0" "1 1" "2 1"
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t arguments -- "0" "1" "2"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char buf[1000];
struct wide {
  char bytes[200];
};
static struct wide one, other;
static int mode, sum;

__attribute__((noinline)) static void add(struct wide a, struct wide b) { sum = a.bytes[7] + b.bytes[9]; }

// Copies under the lock, which the writer does not take.
static void *copies(void *unused) {
  pthread_mutex_lock(&m);
  if (mode == 'c')
    memmove(buf, buf + 300, 200);
  else if (mode == 's')
    *(struct wide *)buf = *(struct wide *)(buf + 300);
  else
    add(one, other);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *writes(void *unused) {
  if (mode == 'a') {
    memset(&one, 1, sizeof one);
    memset(&other, 1, sizeof other);
    return unused;
  }
  memset(buf + 300, 1, 200);
  pthread_mutex_lock(&m);
  buf[0]++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  mode = argc > 1 ? argv[1][0] : 'c';
  pthread_t a, b;
  pthread_create(&a, NULL, copies, NULL);
  pthread_create(&b, NULL, writes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (mode == 'a')
    printf("%d\n", sum);
  else
    printf("%d %d\n", buf[0], buf[1]);
  return 0;
}
