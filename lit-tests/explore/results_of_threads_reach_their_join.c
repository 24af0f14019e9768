// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a thread returns, or gives to pthread_exit however deep, is what pthread_join stores;
// pthread_self names the thread.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete schedules=2
//
// Two threads without any visible step of their own: only their creation is one.
// Inputs/expected_counts.py results.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static void *returns(void *number) { return (void *)((intptr_t)number + 1); }

static void leave(intptr_t number) {
  if (number > 0)
    leave(number - 1);
  pthread_exit((void *)(intptr_t)40);
}

static void *exits(void *number) {
  leave((intptr_t)number);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  void *result;
  assert(pthread_create(&one, NULL, returns, (void *)(intptr_t)6) == 0);
  assert(pthread_create(&two, NULL, exits, (void *)(intptr_t)3) == 0);
  assert(pthread_equal(one, one) && !pthread_equal(one, two));
  assert(!pthread_equal(one, pthread_self()));
  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
  assert(pthread_join(two, &result) == 0 && (intptr_t)result == 40);
  assert(pthread_join(one, &result) == 0 && (intptr_t)result == 7);
  return 0;
}
