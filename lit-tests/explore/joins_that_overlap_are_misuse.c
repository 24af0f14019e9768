// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads in the middle of joins of the same third one are misuse, also where one of the joins expires or is cancelled before the
// thread ends: glibc answers EINVAL then, and POSIX says nothing. It was a complete run without failure.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: bash -c 'for how in again try after; do %t.native $how || exit 1; done'
// RUN: %python %S/Inputs/explore.py %xblock -- %t again -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t try -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t after -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t timed -- verdict=failure schedules=4 failures=misuse:1,misuse:1
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t cancelled -- verdict=failure failures=misuse,misuse
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t exit -- verdict=failure failures~misuse,misuse
// RUN: %python %S/Inputs/explore.py %xblock --keep-going --mode=sleep -- %t timed -- verdict=failure failures=misuse,misuse
// RUN: not %xblock run --keep-going -- %t timed 2>&1 | FileCheck-19 %s
// RUN: not %xblock run --keep-going -- %t plain 2>&1 | FileCheck-19 %s --check-prefix=PLAIN
//
// CHECK-DAG: misuse: pthread_timedjoin_np of T1, while main waits for its end in a join; waited for by main at {{.*}}.c:[[@LINE+77]]
// CHECK-DAG: misuse: pthread_join of T1, while T2 waits for its end in a join; waited for by T2 at {{.*}}.c:[[@LINE+32]]
// CHECK-DAG: waited for by T2
// PLAIN-DAG: misuse: pthread_join of T1, which was joined before
// PLAIN-DAG: misuse: pthread_join of T1, while T2 waits for its end in a join; waited for by T2
//
// again: one thread joins, once more where that expired: it expires 0, 1 or 2 times, 3. try: a look is no join; it comes while the thread
// waits for what follows it, 1. after: the other thread waits for the one whose join expires, or not, and then joins: 2. timed: T2 waits, and main joins; main waits, and T2 joins; T2's join expires before main's begins, and T1 ends before that or
// later: 4; nothing ran to its end before.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static const struct timespec late = {2000000000, 0};
static sem_t semaphore;
static pthread_t target, second;
static const char *how;
static int expired;
static int is(const char *name) { return !strcmp(how, name); }

static void *run(void *unused) {
  while (!is("again") && !is("after") && !is("plain") && sem_wait(&semaphore))
    ;
  return unused;
}

static void *join(void *unused) {
  if (is("timed")) {
    int error = pthread_timedjoin_np(target, NULL, &late);
    assert(error == ETIMEDOUT);
    sem_post(&semaphore);
  } else if (is("after")) {
    expired = pthread_timedjoin_np(target, NULL, &late) == ETIMEDOUT;
  } else if (is("try")) {
    int error = pthread_tryjoin_np(target, NULL);
    assert(error == EBUSY);
    sem_post(&semaphore);
  } else {
    int error = pthread_join(target, NULL);
    assert(!error);
  }
  return unused;
}

static void *cancel(void *unused) {
  pthread_cancel(second);
  pthread_join(second, NULL);
  sem_post(&semaphore);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t third;
  how = argc > 1 ? argv[1] : "timed";
  sem_init(&semaphore, 0, 0);
  pthread_create(&target, NULL, run, NULL);
  if (is("again")) {
    if (pthread_timedjoin_np(target, NULL, &late) && pthread_timedjoin_np(target, NULL, &late))
      pthread_join(target, NULL);
    return 0;
  }
  pthread_create(&second, NULL, join, NULL);
  if (is("cancelled"))
    pthread_create(&third, NULL, cancel, NULL);
  if (is("after")) {
    pthread_join(second, NULL);
    if (expired)
      pthread_join(target, NULL);
  } else if (is("exit")) {
    pthread_timedjoin_np(target, NULL, &late); // and T2 waits for ever
    return 0;
  } else {
    pthread_join(target, NULL);
    pthread_join(is("cancelled") ? third : second, NULL);
  }
  return 0;
}
