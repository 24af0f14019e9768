// An exit handler whose last step is an unlock, or an atomic access, let another thread run: the registers and the stack pointer that calls keep
// were that thread's behind it, and what only main's stack points to was told of as a leak.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %xblock run -- %t 2>&1 | FileCheck %s
// RUN: %xblock run --reuse=none -- %t 2>&1 | FileCheck %s
// RUN: %xblock run --restore=reexecute -- %t 2>&1 | FileCheck %s
// RUN: %xblock run -- %t atomic 2>&1 | FileCheck %s
// CHECK-NOT: leak
// CHECK: xblock: complete: {{[0-9]+}} schedules, 0 failures
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number, turns;

static void unlocks(void) {
  pthread_mutex_lock(&lock);
  number = 2;
  pthread_mutex_unlock(&lock);
}
static void counts(void) { __atomic_fetch_add(&turns, 1, __ATOMIC_SEQ_CST); }

static void *worker(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    number = 1;
    pthread_mutex_unlock(&lock);
    counts();
  }
  return unused;
}

int main(int argc, char **argv) {
  char *volatile only = malloc(10);
  *only = 1;
  atexit(argc > 1 ? counts : unlocks);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_detach(thread);
  exit(0);
}
