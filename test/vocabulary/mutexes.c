// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// pthread_mutex_* and pthread_mutexattr_*.
#define _GNU_SOURCE
#include "cases.h"

#include <errno.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void increment(void) {
  must(pthread_mutex_lock(&mutex) == 0);
  x++;
  must(pthread_mutex_unlock(&mutex) == 0);
}
static void lockOnly(void) { pthread_mutex_lock(&mutex); }
static void unlockOnly(void) { pthread_mutex_unlock(&mutex); }
static void nothing(void) {}

CALLS(lock_unlock, 2, "pthread_mutex_lock pthread_mutex_unlock", "two increments, in either order: 2") {
  both(increment, increment);
  must(x == 2);
}
MISUSE(lock_twice, "main locks a mutex that it holds already", "pthread_mutex_lock") {
  lockOnly();
  both(nothing, lockOnly);
}
MISUSE(lock_never_given_back, "T1 ends holding a mutex", "pthread_mutex_lock") { both(lockOnly, nothing); }
MISUSE(unlock_of_free, "main unlocks a mutex that is not locked", "pthread_mutex_unlock") { both(nothing, unlockOnly); }
MISUSE(unlock_by_other, "T1 unlocks a mutex held by main", "pthread_mutex_unlock") {
  lockOnly();
  both(unlockOnly, nothing);
}

CALLS(init_destroy, 2, "pthread_mutex_init pthread_mutex_destroy", "two increments, in either order: 2") {
  must(pthread_mutex_init(&mutex, NULL) == 0);
  both(increment, increment);
  must(pthread_mutex_destroy(&mutex) == 0);
}
static void destroy(void) { pthread_mutex_destroy(&mutex); }
MISUSE(destroy_held, "pthread_mutex_destroy of a mutex held by main", "pthread_mutex_destroy") {
  lockOnly();
  both(destroy, nothing);
}
MISUSE(lock_destroyed, "pthread_mutex_lock of a destroyed mutex", "pthread_mutex_destroy pthread_mutex_lock") {
  destroy();
  both(increment, nothing);
}
MISUSE(lock_of_bytes, "pthread_mutex_lock of a mutex that was not initialised", "pthread_mutex_init") {
  memset(&mutex, 0xCD, sizeof mutex);
  both(increment, nothing);
}

static void tryLock(void) {
  int result = pthread_mutex_trylock(&mutex);
  must(result == 0 || result == EBUSY);
  if (result == 0)
    must(pthread_mutex_unlock(&mutex) == 0);
}
CALLS(try_lock, 3, "pthread_mutex_trylock", "tried before, within and after the region of T1: 3") { both(increment, tryLock); }
static void tryOnly(void) { pthread_mutex_trylock(&mutex); }
MISUSE(try_destroyed, "pthread_mutex_trylock of a destroyed mutex", "pthread_mutex_trylock") {
  destroy();
  both(tryOnly, nothing);
}

static void lockBefore(int clockLock) {
  struct timespec until;
  clock_gettime(clockLock ? CLOCK_MONOTONIC : CLOCK_REALTIME, &until);
  until.tv_sec++;
  int result = clockLock ? pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until) : pthread_mutex_timedlock(&mutex, &until);
  must(result == 0 || result == ETIMEDOUT);
  if (result == 0)
    must(pthread_mutex_unlock(&mutex) == 0);
}
static void timedLock(void) { lockBefore(0); }
static void clockLock(void) { lockBefore(1); }
CALLS(timed_lock, 3, "pthread_mutex_timedlock", "taken before or after the region of T1, or expired within: 3") {
  both(increment, timedLock);
}
CALLS(clock_lock, 3, "pthread_mutex_clocklock", "taken before or after the region of T1, or expired within: 3") {
  both(increment, clockLock);
}
MISUSE(timed_lock_destroyed, "pthread_mutex_timedlock of a destroyed mutex", "pthread_mutex_timedlock") {
  destroy();
  both(timedLock, nothing);
}
MISUSE(clock_lock_destroyed, "pthread_mutex_clocklock of a destroyed mutex", "pthread_mutex_clocklock") {
  destroy();
  both(clockLock, nothing);
}

static void makeOf(int type, int robust) {
  pthread_mutexattr_t attr;
  must(pthread_mutexattr_init(&attr) == 0);
  must(pthread_mutexattr_settype(&attr, type) == 0);
  must(pthread_mutexattr_setrobust(&attr, robust) == 0);
  must(pthread_mutex_init(&mutex, &attr) == 0);
  must(pthread_mutexattr_destroy(&attr) == 0);
}
static void recover(void) {
  int result = pthread_mutex_lock(&mutex);
  must(result == 0 || result == EOWNERDEAD);
  if (result == EOWNERDEAD)
    must(pthread_mutex_consistent(&mutex) == 0);
  must(pthread_mutex_unlock(&mutex) == 0);
}
CALLS(consistent, 2, "pthread_mutex_consistent pthread_mutexattr_setrobust", "main locks before T1, or after T1 ended as the owner: 2") {
  makeOf(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
  both(lockOnly, recover);
}
static void giveUp(void) {
  must(pthread_mutex_lock(&mutex) == EOWNERDEAD);
  must(pthread_mutex_unlock(&mutex) == 0);
  must(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
}
CALLS(not_consistent, 1, "pthread_mutex_consistent", "T1 has ended before main locks: 1") {
  makeOf(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
  both(lockOnly, nothing);
  giveUp();
}

static void lockTwice(void) {
  must(pthread_mutex_lock(&mutex) == 0);
  increment();
  must(pthread_mutex_unlock(&mutex) == 0);
}
static void useAttributes(void) {
  pthread_mutexattr_t attr;
  int value;
  must(pthread_mutexattr_init(&attr) == 0);
  must(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE) == 0);
  must(pthread_mutexattr_gettype(&attr, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
  must(pthread_mutexattr_settype(&attr, 77) == EINVAL);
  must(pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
  must(pthread_mutexattr_getpshared(&attr, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  must(pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST) == 0);
  must(pthread_mutexattr_getrobust(&attr, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
  must(pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_NONE) == 0);
  must(pthread_mutexattr_getprotocol(&attr, &value) == 0 && value == PTHREAD_PRIO_NONE);
  must(pthread_mutexattr_setprioceiling(&attr, 2) == 0);
  must(pthread_mutexattr_getprioceiling(&attr, &value) == 0 && value == 2);
  must(pthread_mutexattr_destroy(&attr) == 0);
}
CALLS(attributes, 1,
      "pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype pthread_mutexattr_gettype "
      "pthread_mutexattr_setpshared pthread_mutexattr_getpshared pthread_mutexattr_setrobust pthread_mutexattr_getrobust "
      "pthread_mutexattr_setprotocol pthread_mutexattr_getprotocol pthread_mutexattr_setprioceiling "
      "pthread_mutexattr_getprioceiling",
      "each thread has attributes of its own: 1") {
  both(useAttributes, useAttributes);
}
CALLS(recursive, 2, "pthread_mutex_init pthread_mutexattr_settype", "two regions, in either order: 2") {
  makeOf(PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED);
  both(lockTwice, lockTwice);
  must(x == 2);
}
static void checkErrors(void) {
  must(pthread_mutex_unlock(&mutex) == EPERM);
  must(pthread_mutex_lock(&mutex) == 0);
  must(pthread_mutex_lock(&mutex) == EDEADLK);
  x++;
  must(pthread_mutex_unlock(&mutex) == 0);
}
CALLS(errorcheck, 2, "pthread_mutexattr_settype", "two regions, in either order: 2") {
  makeOf(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED);
  both(checkErrors, checkErrors);
  must(x == 2);
}
