// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A call that waits for a signal, a message or another process is refused: sigwait ran as it is, and hung; mq_open was made for
// real in every schedule. The report says what was called, not that the program were another one when it is explained.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t pause -- verdict=unsupported "unsupported~^call of pause at .*c:24"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t mq -- verdict=unsupported "unsupported~^call of mq_open at .*c:26"
// RUN: not %xblock run -- %t mq 2>&1 | FileCheck %s
// CHECK: unsupported: call of mq_open at
// CHECK-NOT: something else
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static void *nothing(void *unused) { return unused; }

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  if (!strcmp(what, "pause"))
    pause();
  if (!strcmp(what, "mq"))
    mq_open("/queue", O_RDONLY);
  return pthread_join(thread, NULL);
}
