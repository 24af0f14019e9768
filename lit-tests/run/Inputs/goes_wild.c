// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads write who came; in one order of their regions, T2 T1 T1 T2, the second one of T2 goes wild.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

void go_wild(const char *how);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *how;
static int order;

static void *run(void *argument) {
  int me = (int)(long)argument;
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    order = order * 10 + me;
    if (order == 2112 && *how == '!') // with hooks
      *(volatile long *)0x220000000100 = -1;
    else if (order == 2112)
      go_wild(how);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  how = argc > 1 ? argv[1] : "";
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, (void *)(i + 1));
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  assert(order != 2211);
  return 0;
}
