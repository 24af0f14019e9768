// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A spin lock keeps increments whole; two taken in opposite orders deadlock; what is wrong with its use is a failure.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t count
// RUN: %python %S/Inputs/explore.py %xblock -- %t count -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t opposite -- verdict=failure failures=deadlock \
// RUN:   "message~T1 waits for spin lock b, held by T2; T2 waits for spin lock a, held by T1"
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t opposite -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t twice -- verdict=failure failures=deadlock \
// RUN:   "message~locks a spin lock that it holds already"
// RUN: %python %S/Inputs/explore.py %xblock -- %t free -- verdict=failure failures=misuse \
// RUN:   "message~unlocks a spin lock that is not locked"
// RUN: %python %S/Inputs/explore.py %xblock -- %t fresh -- verdict=failure failures=misuse \
// RUN:   "message=pthread_spin_lock of a spin lock that pthread_spin_init did not make"
// RUN: %python %S/Inputs/explore.py %xblock -- %t held -- verdict=failure failures=misuse \
// RUN:   "message~pthread_spin_destroy of a spin lock held by T1"
// RUN: %python %S/Inputs/explore.py %xblock -- %t shared -- verdict=unsupported "unsupported~a spin lock shared between"
//
// "count": the one block of each of two threads: 2 orders.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_spinlock_t a, b, fresh;
static int x;
static const char *what = "count";
static int is(const char *name) { return !strcmp(what, name); }

static void *run(void *second) {
  if (is("count")) {
    pthread_spin_lock(&a);
    x++;
    pthread_spin_unlock(&a);
  } else if (is("opposite")) {
    pthread_spin_lock(second ? &b : &a);
    pthread_spin_lock(second ? &a : &b);
    pthread_spin_unlock(&a);
    pthread_spin_unlock(&b);
  } else if (is("twice")) {
    pthread_spin_lock(&a);
    pthread_spin_lock(&a);
  } else if (is("free")) {
    pthread_spin_unlock(&a);
  } else if (is("fresh")) {
    pthread_spin_lock(&fresh);
  } else if (is("held")) {
    pthread_spin_lock(&a);
    pthread_spin_destroy(&a);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  what = argc > 1 ? argv[1] : what;
  pthread_spin_init(&a, is("shared") ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, &b);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(!is("count") || x == 2);
  pthread_spin_destroy(&a);
  pthread_spin_destroy(&b);
  return 0;
}
