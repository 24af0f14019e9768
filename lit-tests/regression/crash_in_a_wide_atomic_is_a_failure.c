// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// libatomic locks a mutex of its own for objects too wide for an instruction. An access of a bad address crashed with the mutex locked, which nothing gives back: the schedules that
// followed were "unsupported: a library's own mutex, held across the end of a block". In the middle of a step it is not locked any more.
// RUN: %xblock_cc -g -O1 -w %s -o %t -latomic
// RUN: not %xblock run --keep-going --quiet -- %t 2>&1 | FileCheck %s
// RUN: not %xblock run --keep-going --quiet --verify-restore -- %t 2>&1 | FileCheck %s
// RUN: not %xblock run --keep-going --quiet --restore=reexecute -- %t 2>&1 | FileCheck %s
// RUN: %xblock_cc -g -O1 -w %s -o %t.static -Wl,-Bstatic -latomic -Wl,-Bdynamic
// RUN: not %xblock run --keep-going --quiet --memory=strict -- %t.static 2>&1 | FileCheck %s
// Who comes first crashes: the first block in each of 2 orders.
// CHECK: failure: 1 failure in 2 of 2 schedules
#include <pthread.h>

struct wide {
  long words[4];
};
static struct wide *volatile bad = (struct wide *)8;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int entered;

static void *loads(void *unused) {
  struct wide value;
  pthread_mutex_lock(&m);
  if (++entered == 1)
    __atomic_load(bad, &value, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, loads, NULL);
  pthread_create(&b, NULL, loads, NULL);
  pthread_join(a, NULL);
  return pthread_join(b, NULL);
}
