// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Named semaphores, and those made for several processes, stop the run by name.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t named -- verdict=unsupported "unsupported~call of sem_open"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=unsupported \
// RUN:   "unsupported~a semaphore shared between processes"
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static void *run(void *unused) { return unused; }

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  sem_t units;
  pthread_create(&thread, NULL, run, NULL);
  if (argc > 1)
    sem_open("/xblock-test", O_CREAT, 0600, 1);
  else
    sem_init(&units, 1, 0);
  pthread_join(thread, NULL);
  return 0;
}
