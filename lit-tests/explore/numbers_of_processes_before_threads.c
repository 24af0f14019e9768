// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Before the first thread what a program does with the numbers of itself, its parent and its group is done to those processes, of which the system has other
// numbers, and not to whoever has these. With threads it is refused.
// RUN: %xblock_cc %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// RUN: %xblock_cc -DTHREADS %s -o %t.threads
// RUN: not %t.threads 2>&1 | FileCheck %s --check-prefix=THREADS
// To itself, whose handlers are the model's, it sends none for real.
// RUN: %xblock_cc -DSENDS="killpg(getpgrp(), SIGUSR1)" %s -o %t.sends
// RUN: not %t.sends 2>&1 | FileCheck %s --check-prefix=KILLPG
// RUN: %xblock_cc -DSENDS="kill(0, SIGUSR1)" %s -o %t.sends
// RUN: not %t.sends 2>&1 | FileCheck %s --check-prefix=KILL
// RUN: %xblock_cc -DSENDS="sigqueue(getpid(), SIGUSR1, (union sigval){0})" %s -o %t.sends
// RUN: not %t.sends 2>&1 | FileCheck %s --check-prefix=SIGQUEUE
// KILLPG: unsupported: call of killpg at {{.*}} in main
// KILL: unsupported: kill of the group of processes at {{.*}} in main
// SIGQUEUE: unsupported: call of sigqueue at {{.*}} in main
// CHECK: complete: 1 schedule, 0 failures
// THREADS: unsupported: call of killpg at {{.*}}numbers_of_processes_before_threads.c:{{[0-9]+}} in run
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile sig_atomic_t taken;
static void take(int signal) {
  (void)signal;
  ++taken;
}

static void *run(void *arg) {
#ifdef THREADS
  killpg(getpgrp(), 0);
#endif
  return arg;
}

// The parent may be of another user, who may not be asked.
static int isThere(int result) { return result == 0 || errno == EPERM; }

__attribute__((constructor)) static void early(void) {
  assert(getpgid(getpid()) == getpgrp() && getsid(0) == getsid(getpid()));
  assert(isThere(kill(getppid(), 0)));
}

int main(void) {
  signal(SIGUSR1, take);
  assert(kill(getpid(), SIGUSR1) == 0 && taken == 1);
  assert(isThere(kill(getppid(), 0)) && isThere(kill(-getpgrp(), 0)) && isThere(killpg(getpgrp(), 0)));
  assert(getpgid(getppid()) == getppid() && getpgid(getpid()) == getpgrp());
  errno = 0;
  getpriority(PRIO_PGRP, (id_t)getpgrp());
  assert(errno == 0);
  getpriority(PRIO_PROCESS, (id_t)getppid());
  assert(errno == 0);
  assert(setpriority(PRIO_PROCESS, (id_t)getpid(), getpriority(PRIO_PROCESS, 0)) == 0);
  assert(kill(getppid() - 1000000, 0) == -1);
#ifdef SENDS
  SENDS;
#endif
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
}
