// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --log: each schedule with its blocks, what they did, and how it ended, in JSON or XML. Threads are named by where they were created,
// so that they have one name in schedules that number them otherwise.
// RUN: %xblock_cc -g -O1 -fdebug-prefix-map=%S=. %s -o %t
// RUN: %python %S/Inputs/check_log.py %xblock %t
//
// Both forms are of one shape; and of a sample, of a search by re-execution, and of a program with one thread.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int order;
static int last;

static void *worker(void *digit) {
  pthread_mutex_lock(&m);
  last = (int)(ptrdiff_t)digit;
  order = order * 10 + last;
  pthread_mutex_unlock(&m);
  return NULL;
}

// A starts B, main starts C: whether B or C is T2 depends on the schedule.
static void *starts(void *unused) {
  pthread_t b;
  pthread_create(&b, NULL, worker, (void *)2); // B
  pthread_join(b, NULL);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a, c;
  if (argc > 1) {
    assert(argc < 3);
    return 0;
  }
  pthread_create(&a, NULL, starts, NULL); // A
  pthread_create(&c, NULL, worker, (void *)3); // C
  pthread_join(a, NULL);
  pthread_join(c, NULL);
  assert(order == 23);
  return 0;
}
