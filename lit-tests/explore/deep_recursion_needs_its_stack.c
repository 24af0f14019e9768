// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Stacks have as many bytes as --stack-size says: recursion of two threads fits, or overflows with a message that names the
// option. What lies below a small stack is no other thread's, however large a frame is.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t 100 small
// RUN: %python %S/Inputs/explore.py %xblock -- %t 100 -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 6000 -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --stack-size=65536 -- %t 30 -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --stack-size=65536 -- %t 100 -- verdict=failure failures=signal \
// RUN:   "message~stack overflow in T[12], whose stack has 65536 bytes: --stack-size=BYTES gives more"
// RUN: %python %S/Inputs/explore.py %xblock --stack-size=262144 -- %t 100 -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 30000 -- verdict=failure failures=signal \
// RUN:   "message~stack overflow in T[12], whose stack has 8388608 bytes: --stack-size=BYTES gives more"
// RUN: %python %S/Inputs/explore.py %xblock --stack-size=67108864 -- %t 30000 -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --stack-size=65536 -- %t 1 large -- verdict=failure failures=signal \
// RUN:   "message~stack overflow in T[12]"
// RUN: %python %S/Inputs/explore.py %xblock -- %t 1 large -- verdict=complete schedules=2 failures=none
//
// The one region of each of two threads, which lies at the end of its recursion: 2 orders. A frame has some 1,100 bytes; a large
// one 4 MiB.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int depth, large, x;

static void add(void) {
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
}

__attribute__((noinline)) static int deeper(int n) {
  volatile char frame[1024];
  memset((char *)frame, n, sizeof frame);
  if (n == 0)
    add();
  else
    deeper(n - 1);
  return frame[n % 1024];
}

__attribute__((noinline)) static void wide(void) {
  volatile char frame[4 << 20];
  frame[large - 1] = 1; // its far end
  add();
  if (frame[large - 1] != 1)
    abort();
}

static void *run(void *unused) {
  if (large)
    wide();
  else
    deeper(depth);
  return unused;
}

int main(int argc, char **argv) {
  depth = argc > 1 ? atoi(argv[1]) : 100;
  large = argc > 2 && !strcmp(argv[2], "large");
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return x != 2;
}
