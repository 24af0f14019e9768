// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What lies on a stack was told by its address alone. The function whose frame holds it is told too, of the stack of a thread that stands
// there while another uses the object, and of a thread's own; not where the address was in frames of two functions.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t race -- verdict=failure \
// RUN:   "message~^data race on 0x[0-9a-f]+ on the stack of main, in the frame of shareCounter: T[12] "
// RUN: %python %S/Inputs/explore.py %xblock -- %t deadlock -- verdict=failure \
// RUN:   "message~waits for mutex 0x[0-9a-f]+ on the stack of main, in the frame of shareLocks, held by T[12]"
// RUN: %python %S/Inputs/explore.py %xblock -- %t twice -- verdict=failure \
// RUN:   "message~^data race on 0x[0-9a-f]+ on the stack of main: T[34] "
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static void *count(void *counter) {
  ++*(int *)counter;
  return NULL;
}

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, *locks[2];

static void *countLocked(void *counter) {
  pthread_mutex_lock(&guard);
  ++*(int *)counter;
  pthread_mutex_unlock(&guard);
  return NULL;
}

static void *take(void *first) {
  size_t i = (size_t)first;
  pthread_mutex_lock(locks[i]);
  pthread_mutex_lock(locks[1 - i]);
  pthread_mutex_unlock(locks[1 - i]);
  pthread_mutex_unlock(locks[i]);
  return NULL;
}

static void run(void *(*what)(void *), void *one, void *other) {
  pthread_t a, b;
  pthread_create(&a, NULL, what, one);
  pthread_create(&b, NULL, what, other);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

__attribute__((noinline)) static int shareCounter(void) {
  int counter = 0;
  run(count, &counter, &counter);
  return counter;
}

__attribute__((noinline)) static void shareLocks(void) {
  pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
  locks[0] = &one;
  locks[1] = &other;
  run(take, (void *)0, (void *)1);
}

// The same stack as before: its frame is as large.
__attribute__((noinline)) static int shareLocked(void) {
  int counter = 0;
  run(countLocked, &counter, &counter);
  return counter;
}

int main(int argc, char **argv) {
  (void)argc;
  if (!strcmp(argv[1], "deadlock"))
    shareLocks();
  else if (!strcmp(argv[1], "race"))
    return shareCounter() < 0;
  else
    return shareLocked() != 2 || shareCounter() < 0;
  return 0;
}
