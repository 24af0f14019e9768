// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Mode sleep left no branch at the end of a thread: it missed that pthread_tryjoin_np comes before it, and that a robust mutex
// is still held. Modes as published leave none, and refuse both.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t busy -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t busy -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t second -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t second -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t robust -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t robust -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=exitblock -- %t busy -- verdict=unsupported
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=exitblock-rw -- %t robust -- verdict=unsupported
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t mutex;

static void *nothing(void *unused) { return unused; }
static void *takes(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "busy";
  pthread_t a, b;
  if (!strcmp(what, "robust")) {
    pthread_mutexattr_t robust;
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &robust);
    pthread_create(&a, NULL, takes, NULL);
    int tried = pthread_mutex_trylock(&mutex);
    assert(tried != EBUSY);
    if (tried == EOWNERDEAD)
      pthread_mutex_consistent(&mutex);
    pthread_mutex_unlock(&mutex);
    return pthread_join(a, NULL);
  }
  pthread_create(&a, NULL, nothing, NULL);
  pthread_create(&b, NULL, nothing, NULL);
  int first = pthread_tryjoin_np(a, NULL);
  if (first)
    pthread_join(a, NULL);
  int second = pthread_tryjoin_np(b, NULL);
  assert(strcmp(what, "busy") || !(first == EBUSY && second == EBUSY));
  assert(strcmp(what, "second") || !(first == 0 && second == EBUSY));
  if (second)
    pthread_join(b, NULL);
  return 0;
}
