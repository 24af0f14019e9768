// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Three threads of so many regions each write who came when. Some orders abort, at one of three places; a variable races; an
// atomic is weaker than seq_cst.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int regions, order, racy;
static atomic_int weak;

static void *run(void *argument) {
  int me = (int)(long)argument;
  for (int i = 0; i < regions; ++i) {
    pthread_mutex_lock(&lock);
    order = (order * 3 + me) % 1009;
    pthread_mutex_unlock(&lock);
  }
  if (me < 2)
    racy += me;
  atomic_fetch_add_explicit(&weak, 1, memory_order_relaxed);
  return NULL;
}

int main(int argc, char **argv) {
  regions = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  assert(order % 7 != 3);
  assert(order % 11 != 4);
  if (order % 13 == 5)
    exit(order % 3 + 1);
  printf("order %d\n", order % 5);
  return 0;
}
