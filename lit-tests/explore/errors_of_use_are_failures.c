// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a program does against the contract of mutexes, condition variables and threads is a failure, also where only some orders
// of the threads show it.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t none
// RUN: %python %S/Inputs/explore.py %xblock -- %t none -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t ends -- verdict=failure failures=misuse \
// RUN:   "message~T1 ends holding a mutex, taken at .*errors_of_use_are_failures.c:[0-9]+"
// RUN: %python %S/Inputs/explore.py %xblock -- %t exits -- verdict=failure failures=misuse \
// RUN:   "message~main ends holding a lock for reading, taken at .*c:[0-9]+"
// RUN: %python %S/Inputs/explore.py %xblock -- %t destroyed -- verdict=failure failures=misuse \
// RUN:   "message~^pthread_mutex_lock of a destroyed mutex"
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t destroyed -- verdict=failure failures=misuse
// RUN: %python %S/Inputs/explore.py %xblock -- %t held -- verdict=failure failures=misuse \
// RUN:   "message~pthread_mutex_destroy of a mutex held by T1"
// RUN: %python %S/Inputs/explore.py %xblock -- %t bytes -- verdict=failure failures=misuse \
// RUN:   "message~^pthread_mutex_lock of a mutex that was not initialised"
// RUN: %python %S/Inputs/explore.py %xblock -- %t notowner -- verdict=failure failures~misuse "message~unlocks a mutex"
// RUN: not %xblock run --keep-going -- %t notowner 2>&1 | FileCheck %s --check-prefix=OWNER
// OWNER-DAG: misuse: main unlocks a mutex held by T1, taken at {{.*}}errors_of_use_are_failures.c:{{[0-9]+}}
// OWNER-DAG: misuse: main unlocks a mutex that is not locked
// RUN: %python %S/Inputs/explore.py %xblock -- %t signal -- verdict=failure failures=misuse \
// RUN:   "message~pthread_cond_signal of a destroyed condition variable"
// RUN: not %xblock run --keep-going -- %t waited 2>&1 | FileCheck %s --check-prefix=WAITED
// WAITED-DAG: misuse: pthread_cond_destroy of a condition variable on which a thread waits
// WAITED-DAG: misuse: pthread_cond_wait of a destroyed condition variable
// RUN: %python %S/Inputs/explore.py %xblock -- %t nomutex -- verdict=failure failures=misuse \
// RUN:   "message~T1 waits on a condition variable without holding its mutex"
// RUN: not %xblock run --keep-going -- %t mutexes 2>&1 | FileCheck %s --check-prefix=MUTEXES
// MUTEXES-DAG: misuse: T1 waits on a condition variable on which others wait with another mutex
// MUTEXES-DAG: misuse: main waits on a condition variable on which others wait with another mutex
// RUN: %python %S/Inputs/explore.py %xblock -- %t twice -- verdict=failure failures=misuse \
// RUN:   "message~^pthread_join of T1, which was joined before"
// RUN: %python %S/Inputs/explore.py %xblock -- %t detached -- verdict=failure failures=misuse \
// RUN:   "message~^pthread_join of T1, which is detached"
//
// "none": T1 alone takes the mutex: 1 schedule.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER, bytes;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static const char *what = "none";
static int is(const char *name) { return !strcmp(what, name); }

static void *run(void *unused) {
  if (is("none") || is("destroyed")) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  } else if (is("ends")) {
    pthread_mutex_lock(&mutex);
  } else if (is("held")) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_destroy(&mutex);
  } else if (is("bytes")) {
    pthread_mutex_lock(&bytes);
  } else if (is("notowner")) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&mutex);
  } else if (is("signal")) {
    pthread_cond_signal(&condition);
  } else if (is("waited") || is("mutexes")) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
  } else if (is("nomutex")) {
    pthread_cond_wait(&condition, &mutex);
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  what = argc > 1 ? argv[1] : what;
  memset(&bytes, 0xCD, sizeof bytes);
  pthread_create(&thread, NULL, run, NULL);
  if (is("destroyed"))
    pthread_mutex_destroy(&mutex);
  if (is("notowner"))
    pthread_mutex_unlock(&mutex);
  if (is("signal") || is("waited"))
    pthread_cond_destroy(&condition);
  if (is("mutexes")) {
    pthread_mutex_lock(&other);
    pthread_cond_wait(&condition, &other);
    pthread_mutex_unlock(&other);
  }
  if (is("exits")) {
    pthread_rwlock_rdlock(&rwlock);
    pthread_exit(NULL);
  }
  if (is("detached"))
    pthread_detach(thread);
  pthread_join(thread, NULL);
  if (is("twice"))
    pthread_join(thread, NULL);
  return 0;
}
