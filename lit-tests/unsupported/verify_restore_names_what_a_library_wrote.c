// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A library without hooks writes to variables of the program, its heap, or the stack of a waiting thread: what it wrote
// outlives going back, and --verify-restore says where it was, and after which schedule. The same library with hooks is fine.
// RUN: mkdir -p %t && clang-19 -DLIBRARY -g -O1 -fPIC -shared %s -o %t/libwriter.so
// RUN: %xblock_cc -g -O1 %s %t/libwriter.so -Wl,-rpath,%t -o %t/program
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t/program global -- verdict=unsupported \
// RUN:   "unsupported~going back did not restore total: code without hooks wrote there.*with hooks is T[12] at .*:31"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t/program heap -- verdict=unsupported \
// RUN:   "unsupported~going back did not restore .*heap.*with hooks is T[12] at .*:31"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t/program stack -- verdict=unsupported \
// RUN:   "unsupported~going back did not restore .*the stack of main"
// RUN: %xblock_cc -DLIBRARY -g -O1 -fPIC -shared %s -o %t/libwriter.so
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t/program global -- verdict=complete
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t/program heap -- verdict=complete
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t/program stack -- verdict=complete
void add(long *to);

#ifdef LIBRARY
void add(long *to) { ++*to; }
#else
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
_Alignas(256) static long total[32]; // whole chunks: what lies beside something that hooks tell of goes back with it
static long *where, turn;

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  where[1] = ++turn; // so that the order of the threads matters
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  ++turn;
  add(where);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void explore(long *counter) {
  pthread_t threads[2];
  where = counter;
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  (void)argc;
  long local[64] = {0};
  if (!strcmp(argv[1], "global")) {
    total[0] = 1;
    explore(&total[0]);
  } else if (!strcmp(argv[1], "heap")) {
    long *block = malloc(1024);
    if (!block)
      return 1;
    block[64] = 0;
    explore(&block[64]);
    free(block);
  } else {
    explore(&local[32]);
  }
  return 0;
}
#endif
