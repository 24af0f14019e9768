// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A block that computes for ever keeps a search from ending where it is interrupted; a second signal ends it at once. In the first
// schedule T1 comes first.
// RUN: %xblock_cc -O1 -g %s -o %t
// RUN: %python %S/Inputs/second_signal.py %xblock %t
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int last;

static void *run(void *me) {
  pthread_mutex_lock(&m);
  last = *(int *)me;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  static int me[2] = {1, 2};
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, &me[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  if (last == 1)
    for (volatile unsigned i = 0;; ++i) {
    }
}
