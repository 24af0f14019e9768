// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#include "counter.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *run(void *unused) {
  (void)unused;
  increment();
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(count() == 2);
  return 0;
}
