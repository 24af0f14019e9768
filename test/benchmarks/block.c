//===- block.c - threads that take a lock, increment, and give it back, without end ------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Instrumented, for block_benchmark.cpp, which runs its blocks one by one.
//===------------------------------------------------------------------------------------------------===//
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int block_counter;

static void *run(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    block_counter++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

void *block_begin(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_detach(thread);
  }
  return unused;
}
