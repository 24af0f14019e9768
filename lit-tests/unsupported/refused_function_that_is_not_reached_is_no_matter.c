// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A function that is not modelled does no harm where it is not reached.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- \
// RUN:   verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t cancel -- verdict=unsupported \
// RUN:   "unsupported~sem_unlink"
//
// The block of the thread and that of main both write x: two orders, 2 schedules.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *run(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&lock);
  x = 2;
  pthread_mutex_unlock(&lock);
  if (argc > 1)
    sem_unlink("/none");
  pthread_join(thread, NULL);
  return 0;
}
