// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A semaphore that sem_init did not make, or that is destroyed already, is misuse, in whichever order threads come, as
// is one post too many; one made with too much says EINVAL.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t errors
// RUN: %python %S/Inputs/explore.py %xblock -- %t errors -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t fresh -- verdict=failure failures=misuse \
// RUN:   "message~^sem_post of a semaphore that sem_init did not make"
// RUN: %python %S/Inputs/explore.py %xblock -- %t many -- verdict=failure failures=misuse \
// RUN:   "message~^sem_post of a semaphore that counts SEM_VALUE_MAX already"
// RUN: %python %S/Inputs/explore.py %xblock -- %t destroyed -- verdict=failure failures=misuse \
// RUN:   "message~^sem_wait of a destroyed semaphore"
// RUN: %python %S/Inputs/explore.py %xblock -- %t waiting -- verdict=failure failures=misuse \
// RUN:   "message~^sem_wait of a destroyed semaphore"
//
// "errors": nobody else does anything: 1 schedule.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static sem_t units, never;
static const char *what = "errors";

static void *run(void *unused) {
  if (!strcmp(what, "fresh"))
    sem_post(&never);
  else if (!strcmp(what, "destroyed") || !strcmp(what, "waiting"))
    sem_wait(&units);
  return unused;
}

int main(int argc, char **argv) {
  if (argc > 1)
    what = argv[1];
  pthread_t thread;
  assert(sem_init(&units, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
  assert(sem_init(&units, 0, strcmp(what, "waiting") ? SEM_VALUE_MAX : 0) == 0);
  pthread_create(&thread, NULL, run, NULL);
  if (!strcmp(what, "errors")) {
    struct timespec wrong = {0, 1000000000};
    assert(sem_timedwait(&units, &wrong) == -1 && errno == EINVAL); // glibc: also if it need not wait
    assert(sem_init(&units, 0, 0) == 0);
    assert(sem_timedwait(&units, &wrong) == -1 && errno == EINVAL);
    assert(sem_trywait(&units) == -1 && errno == EAGAIN);
  } else if (!strcmp(what, "many")) {
    sem_post(&units);
  } else {
    sem_destroy(&units);
  }
  pthread_join(thread, NULL);
  return 0;
}
