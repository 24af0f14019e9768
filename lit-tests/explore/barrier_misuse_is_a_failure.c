// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A barrier for no threads, one that was not made, is destroyed, or is destroyed while a thread waits at
// it, is misuse.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t none
// RUN: %python %S/Inputs/explore.py %xblock -- %t none -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t fresh -- verdict=failure failures=misuse \
// RUN:   "message=pthread_barrier_wait of a barrier that pthread_barrier_init did not make"
// RUN: %python %S/Inputs/explore.py %xblock -- %t zero -- verdict=failure failures=misuse \
// RUN:   "message=pthread_barrier_init with a count of 0"
// RUN: %python %S/Inputs/explore.py %xblock -- %t destroy -- verdict=failure failures~misuse
// RUN: not %xblock run --keep-going -- %t destroy 2>&1 | FileCheck %s
// CHECK-DAG: misuse: pthread_barrier_destroy of a barrier at which a thread waits
// CHECK-DAG: misuse: pthread_barrier_wait of a destroyed barrier
// RUN: %python %S/Inputs/explore.py %xblock -- %t shared -- verdict=unsupported "unsupported~a barrier shared between processes"
//
// "none": the thread does nothing: 1 schedule.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_barrier_t fresh, barrier;
static const char *what = "none";

static void *run(void *unused) {
  if (!strcmp(what, "fresh"))
    pthread_barrier_wait(&fresh);
  if (!strcmp(what, "destroy"))
    pthread_barrier_wait(&barrier);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_barrierattr_t attributes;
  what = argc > 1 ? argv[1] : what;
  pthread_barrierattr_init(&attributes);
  pthread_barrierattr_setpshared(&attributes, strcmp(what, "shared") ? PTHREAD_PROCESS_PRIVATE : PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&barrier, &attributes, strcmp(what, "zero") ? 2 : 0);
  pthread_create(&thread, NULL, run, NULL);
  if (!strcmp(what, "destroy"))
    pthread_barrier_destroy(&barrier);
  pthread_join(thread, NULL);
  return 0;
}
