// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a thread does wrong with a reader-writer lock of its own is an error code where glibc gives one, else a failure.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t errors
// RUN: %python %S/Inputs/explore.py %xblock -- %t errors -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t upgrade -- verdict=failure failures=deadlock \
// RUN:   "message~^T1 locks for writing a lock that it holds for reading"
// RUN: %python %S/Inputs/explore.py %xblock -- %t unlock -- verdict=failure failures=misuse \
// RUN:   "message~^T1 unlocks a reader-writer lock that it does not hold"
// RUN: %python %S/Inputs/explore.py %xblock -- %t held -- verdict=failure failures=misuse \
// RUN:   "message~pthread_rwlock_destroy of a lock held by main, taken at .*rwlock_errors_and_misuse.c:73"
// RUN: %python %S/Inputs/explore.py %xblock -- %t destroyed -- verdict=failure failures=misuse \
// RUN:   "message~^pthread_rwlock_rdlock of a destroyed lock"
// RUN: %python %S/Inputs/explore.py %xblock -- %t prefer -- verdict=failure failures=misuse \
// RUN:   "message~T1 reads a second time under a lock that prefers writers"
// RUN: %python %S/Inputs/explore.py %xblock -- %t shared -- verdict=unsupported \
// RUN:   "unsupported~a reader-writer lock shared between processes"
//
// "errors": T1 alone uses the lock: 1 schedule.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_rwlock_t lock;
static const char *what = "errors";
static int is(const char *name) { return !strcmp(what, name); }

static void *run(void *unused) {
  if (is("errors")) {
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0); // a second time
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_wrlock(&lock) == 0);
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
    assert(pthread_rwlock_unlock(&lock) == 0);
  } else if (is("upgrade")) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
  } else if (is("unlock")) {
    pthread_rwlock_unlock(&lock);
  } else if (is("destroyed")) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  } else if (is("prefer")) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
  }
  return unused;
}

int main(int argc, char **argv) {
  if (argc > 1)
    what = argv[1];
  pthread_t thread;
  pthread_rwlockattr_t attributes;
  int kind = -1;
  pthread_rwlockattr_init(&attributes);
  if (is("prefer"))
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  if (is("shared"))
    pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  assert(pthread_rwlockattr_getkind_np(&attributes, &kind) == 0);
  assert(kind == (is("prefer") ? PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP : PTHREAD_RWLOCK_PREFER_READER_NP));
  assert(pthread_rwlock_init(&lock, &attributes) == 0);
  pthread_rwlockattr_destroy(&attributes);
  pthread_create(&thread, NULL, run, NULL);
  if (is("held"))
    pthread_rwlock_rdlock(&lock);
  if (is("held") || is("destroyed"))
    pthread_rwlock_destroy(&lock);
  pthread_join(thread, NULL);
  return 0;
}
