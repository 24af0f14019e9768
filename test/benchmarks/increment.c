//===- increment.c - threads that increment one counter under one lock --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// increment K N [MIB]: K detached threads, N times each; main leaves by pthread_exit. With MIB, so many MiB of the heap were
// written before.
// Every block is one locked increment; all orders count: (K*N)! / N!^K schedules under dpor.
//===------------------------------------------------------------------------------------------------===//
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxThreads = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static int times;

static void *run(void *unused) {
  for (int i = 0; i < times; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[1]) : 0;
  times = argc > 2 ? atoi(argv[2]) : 0;
  if (count < 1 || count > kMaxThreads || times < 1) {
    fprintf(stderr, "usage: increment THREADS TIMES [MIB]\n");
    return 2;
  }
  size_t bytes = argc > 3 ? strtoull(argv[3], NULL, 10) << 20 : 0;
  char *memory = bytes ? malloc(bytes) : NULL;
  if (memory)
    memset(memory, 1, bytes);
  for (int i = 0; i < count; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_detach(thread);
  }
  pthread_exit(NULL);
}
