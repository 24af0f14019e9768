// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <unistd.h>

static void *run(void *unused) { return unused; }

int main(void) {
  if (chdir("/") != 0)
    return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
