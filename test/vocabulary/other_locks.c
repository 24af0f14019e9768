// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// pthread_spin_*, pthread_rwlock_*, pthread_barrier_*, sem_*.
#define _GNU_SOURCE
#include "cases.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

static pthread_spinlock_t spin;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int x, serial;

static void nothing(void) {}
static struct timespec inASecond(clockid_t clock) {
  struct timespec until;
  clock_gettime(clock, &until);
  until.tv_sec++;
  return until;
}

static void spinIncrement(void) {
  must(pthread_spin_lock(&spin) == 0);
  x++;
  must(pthread_spin_unlock(&spin) == 0);
}
static void spinTry(void) {
  int result = pthread_spin_trylock(&spin);
  must(result == 0 || result == EBUSY);
  if (result == 0)
    must(pthread_spin_unlock(&spin) == 0);
}
static void spinLockOnly(void) { pthread_spin_lock(&spin); }
static void spinUnlockOnly(void) { pthread_spin_unlock(&spin); }
static void spinDestroy(void) { pthread_spin_destroy(&spin); }
static void makeSpin(void) { must(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0); }
CALLS(spin_lock, 2, "pthread_spin_init pthread_spin_lock pthread_spin_unlock pthread_spin_destroy",
      "two increments, in either order: 2") {
  makeSpin();
  both(spinIncrement, spinIncrement);
  must(x == 2);
  must(pthread_spin_destroy(&spin) == 0);
}
CALLS(spin_try, 3, "pthread_spin_trylock", "tried before, within and after the region of T1: 3") {
  makeSpin();
  both(spinIncrement, spinTry);
}
MISUSE(spin_twice, "main locks a spin lock that it holds already", "pthread_spin_lock") {
  makeSpin();
  spinLockOnly();
  both(nothing, spinLockOnly);
}
MISUSE(spin_unlock_of_free, "T1 unlocks a spin lock that is not locked", "pthread_spin_unlock") {
  makeSpin();
  both(spinUnlockOnly, nothing);
}
MISUSE(spin_destroy_held, "pthread_spin_destroy of a spin lock held by main", "pthread_spin_destroy") {
  makeSpin();
  spinLockOnly();
  both(spinDestroy, nothing);
}
MISUSE(spin_not_made, "pthread_spin_lock of a spin lock that pthread_spin_init did not make", "pthread_spin_init") {
  memset((void *)&spin, 0xCD, sizeof spin);
  both(spinIncrement, nothing);
}
MISUSE(spin_try_destroyed, "pthread_spin_trylock of a destroyed spin lock", "pthread_spin_trylock") {
  makeSpin();
  spinDestroy();
  both(spinTry, nothing);
}

static void readX(void) {
  must(pthread_rwlock_rdlock(&rwlock) == 0);
  must(x == 0 || x == 1);
  must(pthread_rwlock_unlock(&rwlock) == 0);
}
static void writeX(void) {
  must(pthread_rwlock_wrlock(&rwlock) == 0);
  x++;
  must(pthread_rwlock_unlock(&rwlock) == 0);
}
/// Gives back what was taken.
static void given(int result, int otherwise) {
  must(result == 0 || result == otherwise);
  if (result == 0)
    must(pthread_rwlock_unlock(&rwlock) == 0);
}
static void tryRead(void) { given(pthread_rwlock_tryrdlock(&rwlock), EBUSY); }
static void tryWrite(void) { given(pthread_rwlock_trywrlock(&rwlock), EBUSY); }
static void timedRead(void) {
  struct timespec until = inASecond(CLOCK_REALTIME);
  given(pthread_rwlock_timedrdlock(&rwlock, &until), ETIMEDOUT);
}
static void timedWrite(void) {
  struct timespec until = inASecond(CLOCK_REALTIME);
  given(pthread_rwlock_timedwrlock(&rwlock, &until), ETIMEDOUT);
}
static void clockRead(void) {
  struct timespec until = inASecond(CLOCK_MONOTONIC);
  given(pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &until), ETIMEDOUT);
}
static void clockWrite(void) {
  struct timespec until = inASecond(CLOCK_MONOTONIC);
  given(pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &until), ETIMEDOUT);
}
static void rwUnlockOnly(void) { pthread_rwlock_unlock(&rwlock); }
static void rwDestroy(void) { pthread_rwlock_destroy(&rwlock); }
static void readOnly(void) { pthread_rwlock_rdlock(&rwlock); }
static void readThenWrite(void) {
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_wrlock(&rwlock);
}
CALLS(readers, 1, "pthread_rwlock_rdlock pthread_rwlock_unlock", "readers commute: 1") { both(readX, readX); }
CALLS(reader_writer, 2, "pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock", "one before the other: 2") {
  both(writeX, readX);
}
CALLS(rwlock_init, 2, "pthread_rwlock_init pthread_rwlock_destroy", "two writers, in either order: 2") {
  must(pthread_rwlock_init(&rwlock, NULL) == 0);
  both(writeX, writeX);
  must(x == 2);
  must(pthread_rwlock_destroy(&rwlock) == 0);
}
CALLS(try_read, 3, "pthread_rwlock_tryrdlock", "tried before, within and after the region of T1: 3") { both(writeX, tryRead); }
CALLS(try_read_beside_reader, 1, "pthread_rwlock_tryrdlock", "readers commute: 1") { both(readX, tryRead); }
CALLS(try_write, 3, "pthread_rwlock_trywrlock", "tried before, within and after the region of T1: 3") { both(readX, tryWrite); }
#define EXPIRES "taken before or after the region of T1, or expired within: 3"
CALLS(timed_read, 3, "pthread_rwlock_timedrdlock", EXPIRES) { both(writeX, timedRead); }
CALLS(timed_write, 3, "pthread_rwlock_timedwrlock", EXPIRES) { both(readX, timedWrite); }
CALLS(clock_read, 3, "pthread_rwlock_clockrdlock", EXPIRES) { both(writeX, clockRead); }
CALLS(clock_write, 3, "pthread_rwlock_clockwrlock", EXPIRES) { both(readX, clockWrite); }
MISUSE(rwlock_unlock_of_free, "T1 unlocks a reader-writer lock that it does not hold", "pthread_rwlock_unlock") {
  both(rwUnlockOnly, nothing);
}
MISUSE(read_then_write, "T1 locks for writing a lock that it holds for reading", "pthread_rwlock_wrlock") {
  both(readThenWrite, nothing);
}
MISUSE(read_not_given_back, "T1 ends holding a lock for reading", "pthread_rwlock_rdlock") { both(readOnly, nothing); }
MISUSE(rwlock_destroy_held, "pthread_rwlock_destroy of a lock held by main", "pthread_rwlock_destroy pthread_rwlock_init") {
  readOnly();
  both(rwDestroy, nothing);
}
#define OF_DESTROYED(name, part)                                                                   \
  MISUSE(name##_destroyed, "pthread_rwlock_" #name " of a destroyed lock", "pthread_rwlock_" #name) { \
    rwDestroy();                                                                                   \
    both(part, nothing);                                                                           \
  }
OF_DESTROYED(tryrdlock, tryRead)
OF_DESTROYED(trywrlock, tryWrite)
OF_DESTROYED(timedrdlock, timedRead)
OF_DESTROYED(timedwrlock, timedWrite)
OF_DESTROYED(clockrdlock, clockRead)
OF_DESTROYED(clockwrlock, clockWrite)

static void useRwAttributes(void) {
  pthread_rwlockattr_t attr;
  int value;
  must(pthread_rwlockattr_init(&attr) == 0);
  must(pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NP) == 0);
  must(pthread_rwlockattr_getkind_np(&attr, &value) == 0 && value == PTHREAD_RWLOCK_PREFER_WRITER_NP);
  must(pthread_rwlockattr_setkind_np(&attr, 77) == EINVAL);
  must(pthread_rwlockattr_setpshared(&attr, PTHREAD_PROCESS_PRIVATE) == 0);
  must(pthread_rwlockattr_getpshared(&attr, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  must(pthread_rwlockattr_destroy(&attr) == 0);
}
CALLS(rwlock_attributes, 1,
      "pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setkind_np pthread_rwlockattr_getkind_np "
      "pthread_rwlockattr_setpshared pthread_rwlockattr_getpshared",
      "each thread has attributes of its own: 1") {
  both(useRwAttributes, useRwAttributes);
}

static void makeBarrier(unsigned count) { must(pthread_barrier_init(&barrier, NULL, count) == 0); }
static void wait(void) {
  int result = pthread_barrier_wait(&barrier);
  must(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  if (result == PTHREAD_BARRIER_SERIAL_THREAD)
    serial++;
}
CALLS(barrier, 2, "pthread_barrier_init pthread_barrier_wait pthread_barrier_destroy", "either thread is the last to come: 2") {
  makeBarrier(2);
  both(wait, wait);
  must(serial == 1);
  must(pthread_barrier_destroy(&barrier) == 0);
}
MISUSE(barrier_of_none, "pthread_barrier_init with a count of 0", "pthread_barrier_init") {
  pthread_barrier_init(&barrier, NULL, 0);
  both(nothing, nothing);
}
MISUSE(barrier_of_more, "", "pthread_barrier_wait") {
  makeBarrier(3);
  both(wait, wait);
}
MISUSE(barrier_not_made, "pthread_barrier_wait of a barrier that pthread_barrier_init did not make", "pthread_barrier_init") {
  both(wait, nothing);
}
static void destroyBarrier(void) { pthread_barrier_destroy(&barrier); }
MISUSE(barrier_destroyed, "barrier", "pthread_barrier_destroy") {
  makeBarrier(2);
  both(wait, destroyBarrier);
}
static void useBarrierAttributes(void) {
  pthread_barrierattr_t attr;
  int value;
  must(pthread_barrierattr_init(&attr) == 0);
  must(pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_PRIVATE) == 0);
  must(pthread_barrierattr_getpshared(&attr, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  must(pthread_barrierattr_destroy(&attr) == 0);
}
CALLS(barrier_attributes, 1,
      "pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared pthread_barrierattr_getpshared",
      "each thread has attributes of its own: 1") {
  both(useBarrierAttributes, useBarrierAttributes);
}

static void makeSemaphore(unsigned units) { must(sem_init(&semaphore, 0, units) == 0); }
static void post(void) {
  x = 1;
  must(sem_post(&semaphore) == 0);
}
static void take(void) {
  must(sem_wait(&semaphore) == 0);
  must(x == 1);
}
static void tryTake(void) { must(sem_trywait(&semaphore) == 0 || errno == EAGAIN); }
static void timedTake(void) {
  struct timespec until = inASecond(CLOCK_REALTIME);
  must(sem_timedwait(&semaphore, &until) == 0 || errno == ETIMEDOUT);
}
static void clockTake(void) {
  struct timespec until = inASecond(CLOCK_MONOTONIC);
  must(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &until) == 0 || errno == ETIMEDOUT);
}
static void look(void) {
  int value;
  must(sem_getvalue(&semaphore, &value) == 0 && (value == 0 || value == 1));
}
CALLS(semaphore, 1, "sem_init sem_post sem_wait sem_destroy", "main goes on only after the post: 1") {
  makeSemaphore(0);
  both(post, take);
  must(sem_destroy(&semaphore) == 0);
}
CALLS(semaphore_tried, 2, "sem_trywait", "before or after the post: 2") {
  makeSemaphore(0);
  both(post, tryTake);
}
CALLS(semaphore_timed, 2, "sem_timedwait", "expired before the post, or taken after it: 2") {
  makeSemaphore(0);
  both(post, timedTake);
}
CALLS(semaphore_clock, 2, "sem_clockwait", "expired before the post, or taken after it: 2") {
  makeSemaphore(0);
  both(post, clockTake);
}
CALLS(semaphore_value, 2, "sem_getvalue", "before or after the post: 2") {
  makeSemaphore(0);
  both(post, look);
}
static void postOnly(void) { sem_post(&semaphore); }
MISUSE(semaphore_full, "sem_post of a semaphore that counts SEM_VALUE_MAX already", "sem_post") {
  makeSemaphore(SEM_VALUE_MAX);
  both(postOnly, nothing);
}
static void waitOnly(void) { sem_wait(&semaphore); }
MISUSE(semaphore_nobody_posts, "", "sem_wait") {
  makeSemaphore(0);
  both(nothing, waitOnly);
}
MISUSE(semaphore_not_made, "sem_wait of a semaphore that sem_init did not make", "sem_init") { both(waitOnly, nothing); }
static void makeAndDestroy(void) {
  makeSemaphore(1);
  sem_destroy(&semaphore);
}
#define SEMAPHORE_DESTROYED(name, part)                                                            \
  MISUSE(name##_destroyed, #name " of a destroyed semaphore", #name) {                             \
    makeAndDestroy();                                                                              \
    both(part, nothing);                                                                           \
  }
static void destroySemaphore(void) { sem_destroy(&semaphore); }
SEMAPHORE_DESTROYED(sem_post, post)
SEMAPHORE_DESTROYED(sem_trywait, tryTake)
SEMAPHORE_DESTROYED(sem_timedwait, timedTake)
SEMAPHORE_DESTROYED(sem_clockwait, clockTake)
SEMAPHORE_DESTROYED(sem_getvalue, look)
SEMAPHORE_DESTROYED(sem_destroy, destroySemaphore)
