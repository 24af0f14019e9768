// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads take two units in opposite orders: the deadlock is found, and says who waits for what. Also where each takes
// its unit under a mutex that the other needs before it posts.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=deadlock \
// RUN:   "message~T1 waits for semaphore b.*T2 waits for semaphore a"
// RUN: %python %S/Inputs/explore.py %xblock -- %t same -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t lock -- verdict=failure failures=deadlock \
// RUN:   "message~T1 waits for semaphore a; T2 waits for mutex lock"
// RUN: %t same
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>

static sem_t a, b;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t *firsts[2], *seconds[2];

static void *both(void *number) {
  int i = number != NULL;
  sem_wait(firsts[i]);
  sem_wait(seconds[i]);
  sem_post(seconds[i]);
  sem_post(firsts[i]);
  return NULL;
}

static void *takeUnderLock(void *unused) {
  pthread_mutex_lock(&lock);
  sem_wait(&a);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *postUnderLock(void *unused) {
  pthread_mutex_lock(&lock);
  sem_post(&a);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  int locks = argc > 1 && !strcmp(argv[1], "lock"), same = argc > 1 && !locks;
  pthread_t threads[2];
  sem_init(&a, 0, !locks);
  sem_init(&b, 0, 1);
  firsts[0] = seconds[1] = &a;
  firsts[1] = seconds[0] = &b;
  if (same)
    firsts[1] = &a, seconds[1] = &b;
  pthread_create(&threads[0], NULL, locks ? takeUnderLock : both, NULL);
  pthread_create(&threads[1], NULL, locks ? postUnderLock : both, &a);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
