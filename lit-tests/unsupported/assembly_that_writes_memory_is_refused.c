// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What an unknown instruction of inline assembly does to memory the hooks cannot see: reaching it stops the run, and
// says so.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=unsupported \
// RUN:   "unsupported~assembly.*assembly_that_writes_memory_is_refused\.c"
#include <pthread.h>
#include <stddef.h>

static int x;

static void *run(void *unused) {
  (void)unused;
  __asm__ volatile("movnti %1, %0" : "=m"(x) : "r"(1));
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  return x - 1;
}
