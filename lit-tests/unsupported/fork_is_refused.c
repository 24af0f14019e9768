// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A process that forks under exploration is not modelled: fork stops the run, and says so.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=unsupported \
// RUN:   "unsupported~fork.*fork_is_refused\.c"
#include <pthread.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

static void *run(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pid_t child = fork();
  if (child == 0)
    _exit(0);
  pthread_join(thread, NULL);
  return 0;
}
