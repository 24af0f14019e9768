// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: of a write to memory that is read-only and spans chunks of 256 bytes, all chunks but the newest stayed on the log, and going
// back wrote to them. The process died for it behind each such schedule, and the report told of an internal error, in place of the program's.
// 4!/(2! 2!) = 6 orders of regions: in three of them those of T2 come in a row, and T2 writes there.
// RUN: %xblock_cc -O1 -g -w %s -o %t
// RUN: not %xblock run --keep-going -- %t word 2>&1 | FileCheck %s
// RUN: not %xblock run --keep-going -- %t set 2>&1 | FileCheck %s
// RUN: not %xblock run --keep-going -- %t copy 2>&1 | FileCheck %s
// RUN: not %xblock run --keep-going -- %t text 2>&1 | FileCheck %s
// RUN: not %xblock run --keep-going -- %t pages 2>&1 | FileCheck %s
// RUN: not %xblock run --keep-going --reuse=none --memory=strict -- %t pages 2>&1 | FileCheck %s
// CHECK-NOT: internal error
// CHECK: signal: SIGSEGV: write of address
// CHECK: assertion: assertion 'order != 5' failed
// CHECK: xblock: failure: 2 failures in 4 of 6 schedules (dpor)
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct large {
  long words[100];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order;
static const char *how;
static const _Alignas(4096) char constants[8192] = {1};
static char source[4096];

static char *hidden(const char *p) {
  __asm__ volatile("" : "+r"(p));
  return (char *)p;
}

static void write_there(void) {
  if (!strcmp(how, "word"))
    *(volatile long *)hidden(constants + 252) = 1;
  else if (!strcmp(how, "set"))
    memset(hidden(constants + 100), 5, 3000);
  else if (!strcmp(how, "copy"))
    *(struct large *)hidden(constants + 8) = *(struct large *)source;
  else if (!strcmp(how, "text"))
    strcpy(hidden(constants + 250), "a text that is long enough");
  else
    memmove(hidden(constants + 2000), source, 4096);
}

static void *run(void *argument) {
  int me = (int)(long)argument;
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    order = order * 2 + me;
    if (order == 3 && me)
      write_there();
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  how = argv[1];
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  assert(order != 5);
  return 0;
}
