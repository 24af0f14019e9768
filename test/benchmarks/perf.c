//===- perf.c - threads that enter the same locks and do nothing else ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// perf K N [java]: K detached threads enter the same N locks once each; main leaves by
// pthread_exit. The Performance program of paper 000, figure 4.1. With java, each thread also
// enters a lock of its own as it ends, as Java's threads do. Schedules under exitblock-rw: ((N+1)^K
// - 1) / N, with java ((N+2)^K - 1) / (N+1), for N >= 1.
//===------------------------------------------------------------------------------------------------===//
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxThreads = 64, kMaxLocks = 1024 };

static pthread_mutex_t locks[kMaxLocks]; // zero bytes are unlocked mutexes
static pthread_mutex_t own[kMaxThreads];
static int lockCount;
static int java;

static void enter(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
}

static void *run(void *number) {
  for (int i = 0; i < lockCount; i++)
    enter(&locks[i]);
  if (java)
    enter(&own[(intptr_t)number]);
  return NULL;
}

int main(int argc, char **argv) {
  int threadCount = argc > 2 ? atoi(argv[1]) : 0;
  lockCount = argc > 2 ? atoi(argv[2]) : -1;
  java = argc > 3 && strcmp(argv[3], "java") == 0;
  if (threadCount < 1 || threadCount > kMaxThreads || lockCount < 0 || lockCount > kMaxLocks) {
    fprintf(stderr, "usage: perf THREADS LOCKS [java]\n");
    return 2;
  }
  for (intptr_t i = 0; i < threadCount; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, (void *)i);
    pthread_detach(thread);
  }
  pthread_exit(NULL);
}
