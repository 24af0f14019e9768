//===- prefix.c - a long beginning that all schedules share ---------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// prefix LENGTH: main does LENGTH atomic steps while another thread waits for a notify; only then two threads increment a
// counter under a lock 10 times each: 184,756 orders.
//===------------------------------------------------------------------------------------------------===//
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { kTimes = 10 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER;
static int begin, counter;
static atomic_int steps;

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  while (!begin)
    pthread_cond_wait(&begun, &lock);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < kTimes; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(int argc, char **argv) {
  int length = argc > 1 ? atoi(argv[1]) : -1;
  if (length < 0) {
    fprintf(stderr, "usage: prefix LENGTH\n");
    return 2;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  for (int i = 0; i < length; i++)
    atomic_fetch_add(&steps, 1);
  pthread_mutex_lock(&lock);
  begin = 1;
  pthread_cond_signal(&begun);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < kTimes; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, NULL);
  return counter != 2 * kTimes;
}
