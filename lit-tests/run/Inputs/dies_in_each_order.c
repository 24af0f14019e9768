// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads of so many regions each; the process ends in each of their orders.
#include <pthread.h>
#include <stdlib.h>

void go_wild(const char *how);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int regions, entered;

static void *run(void *unused) {
  for (int i = 0; i < regions; ++i) {
    pthread_mutex_lock(&lock);
    ++entered;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(int argc, char **argv) {
  regions = argc > 2 ? atoi(argv[2]) : 1;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  go_wild(argc > 1 ? argv[1] : "");
  return 0;
}
