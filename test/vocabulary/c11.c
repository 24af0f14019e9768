// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <threads.h>.
#include "cases.h"

#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t condition;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static atomic_int raised;
static int x, y, ready;

static void nothing(void) {}
static struct timespec inASecond(void) {
  struct timespec until;
  timespec_get(&until, TIME_UTC);
  until.tv_sec++;
  return until;
}
static void make(int type) {
  must(mtx_init(&mutex, type) == thrd_success);
  must(cnd_init(&condition) == thrd_success);
}

static int writeX(void *unused) {
  (void)unused;
  x = 5;
  return 7;
}
static int exitWith8(void *unused) {
  (void)unused;
  thrd_exit(8);
}
CALLS(create_join, 1, "thrd_create thrd_join thrd_exit", "creation and join order all: 1") {
  thrd_t a, b;
  int result = 0;
  must(thrd_create(&a, writeX, NULL) == thrd_success);
  must(thrd_create(&b, exitWith8, NULL) == thrd_success);
  must(thrd_join(a, &result) == thrd_success && result == 7 && x == 5);
  must(thrd_join(b, &result) == thrd_success && result == 8);
}
MISUSE(join_twice, "join of T1, which was joined before", "thrd_join") {
  thrd_t a;
  thrd_create(&a, writeX, NULL);
  thrd_join(a, NULL);
  thrd_join(a, NULL);
}
static int endHolding(void *unused) {
  (void)unused;
  mtx_lock(&mutex);
  return 0;
}
static int exitHolding(void *unused) {
  (void)unused;
  mtx_lock(&mutex);
  thrd_exit(1);
}
MISUSE(ends_with_lock, "T1 ends holding a mutex", "thrd_create mtx_lock") {
  thrd_t a;
  make(mtx_plain);
  thrd_create(&a, endHolding, NULL);
  thrd_join(a, NULL);
}
MISUSE(exits_with_lock, "T1 ends holding a mutex", "thrd_exit") {
  thrd_t a;
  make(mtx_plain);
  thrd_create(&a, exitHolding, NULL);
  thrd_join(a, NULL);
}

static int raise(void *unused) {
  (void)unused;
  raised = 1;
  return 0;
}
CALLS(detach, 8, "thrd_detach thrd_yield",
      "raised before main looks a first, second or third time, or while it waits, and T1 ends before main or does not: 4 * 2") {
  thrd_t a;
  must(thrd_create(&a, raise, NULL) == thrd_success);
  must(thrd_detach(a) == thrd_success);
  while (!raised)
    thrd_yield();
}
MISUSE(detach_twice, "detach of T1, which is detached", "thrd_detach") {
  thrd_t a;
  thrd_create(&a, raise, NULL);
  thrd_detach(a);
  thrd_detach(a);
}
static void yieldForEver(void) {
  while (!raised)
    thrd_yield();
}
MISUSE(yield_for_ever, "", "thrd_yield") { both(nothing, yieldForEver); }

static thrd_t mainThread;
static int (*volatile equal)(thrd_t, thrd_t) = thrd_equal; // a call of it is inlined
static void compare(void) { must(equal(thrd_current(), thrd_current()) && !equal(thrd_current(), mainThread)); }
CALLS(current, 1, "thrd_current thrd_equal", "nothing is shared but what was written before: 1") {
  mainThread = thrd_current();
  both(compare, nothing);
}
static void sleepShortly(void) {
  must(thrd_sleep(&(struct timespec){.tv_nsec = 1000}, NULL) == 0);
}
CALLS(sleep, 1, "thrd_sleep", "sleeping is no boundary: 1") { both(sleepShortly, sleepShortly); }

static void increment(void) {
  must(mtx_lock(&mutex) == thrd_success);
  x++;
  must(mtx_unlock(&mutex) == thrd_success);
}
static void incrementTwice(void) {
  must(mtx_lock(&mutex) == thrd_success);
  increment();
  must(mtx_unlock(&mutex) == thrd_success);
}
CALLS(mutex, 2, "mtx_init mtx_lock mtx_unlock mtx_destroy", "two increments, in either order: 2") {
  make(mtx_plain);
  both(increment, increment);
  must(x == 2);
  mtx_destroy(&mutex);
}
CALLS(recursive, 2, "mtx_init", "two regions, in either order: 2") {
  make(mtx_plain | mtx_recursive);
  both(incrementTwice, incrementTwice);
  must(x == 2);
}
static void given(int result, int otherwise) {
  must(result == thrd_success || result == otherwise);
  if (result == thrd_success)
    must(mtx_unlock(&mutex) == thrd_success);
}
static void tryLock(void) { given(mtx_trylock(&mutex), thrd_busy); }
static void timedLock(void) {
  struct timespec until = inASecond();
  given(mtx_timedlock(&mutex, &until), thrd_timedout);
}
CALLS(try_lock, 3, "mtx_trylock", "tried before, within and after the region of T1: 3") {
  make(mtx_plain);
  both(increment, tryLock);
}
CALLS(timed_lock, 3, "mtx_timedlock", "taken before or after the region of T1, or expired within: 3") {
  make(mtx_timed);
  both(increment, timedLock);
}
static void unlockOnly(void) { mtx_unlock(&mutex); }
static void lockOnly(void) { mtx_lock(&mutex); }
static void destroyOnly(void) { mtx_destroy(&mutex); }
MISUSE(lock_twice, "T1 locks a mutex that it holds already", "mtx_lock") {
  make(mtx_plain);
  both(incrementTwice, nothing);
}
MISUSE(unlock_of_free, "T1 unlocks a mutex that is not locked", "mtx_unlock") {
  make(mtx_plain);
  both(unlockOnly, nothing);
}
MISUSE(destroy_held, "destroy of a mutex held by main", "mtx_destroy mtx_init") {
  make(mtx_plain);
  lockOnly();
  both(destroyOnly, nothing);
}
MISUSE(try_destroyed, "of a destroyed mutex", "mtx_trylock") {
  make(mtx_plain);
  destroyOnly();
  both(tryLock, nothing);
}
MISUSE(timed_lock_destroyed, "of a destroyed mutex", "mtx_timedlock") {
  make(mtx_timed);
  destroyOnly();
  both(timedLock, nothing);
}

static void tell(int all) {
  mtx_lock(&mutex);
  ready = 1;
  must((all ? cnd_broadcast(&condition) : cnd_signal(&condition)) == thrd_success);
  mtx_unlock(&mutex);
}
static void signalReady(void) { tell(0); }
static void broadcastReady(void) { tell(1); }
static void waitReady(void) {
  mtx_lock(&mutex);
  while (!ready)
    must(cnd_wait(&condition, &mutex) == thrd_success);
  mtx_unlock(&mutex);
}
static void timedWait(void) {
  struct timespec until = inASecond();
  mtx_lock(&mutex);
  int result = ready ? thrd_success : cnd_timedwait(&condition, &mutex, &until);
  must(ready || result == thrd_timedout);
  mtx_unlock(&mutex);
}
CALLS(wait_signal, 2, "cnd_init cnd_wait cnd_signal cnd_destroy", "ready before main looks, or while it waits: 2") {
  make(mtx_plain);
  both(signalReady, waitReady);
  cnd_destroy(&condition);
}
CALLS(wait_broadcast, 2, "cnd_broadcast", "ready before main looks, or while it waits: 2") {
  make(mtx_plain);
  both(broadcastReady, waitReady);
}
CALLS(timed_wait, 4, "cnd_timedwait",
      "ready before main looks; notified; expired, and the mutex taken again before T1's region or after it: 4") {
  make(mtx_timed);
  both(signalReady, timedWait);
}
static void waitWithoutMutex(void) { cnd_wait(&condition, &mutex); }
static void timedWaitWithoutMutex(void) {
  struct timespec until = inASecond();
  cnd_timedwait(&condition, &mutex, &until);
}
MISUSE(wait_without_mutex, "T1 waits on a condition variable without holding its mutex", "cnd_wait") {
  make(mtx_plain);
  both(waitWithoutMutex, nothing);
}
MISUSE(timed_wait_without_mutex, "T1 waits on a condition variable without holding its mutex", "cnd_timedwait") {
  make(mtx_plain);
  both(timedWaitWithoutMutex, nothing);
}
#define OF_DESTROYED(name)                                                                         \
  static void name##Condition(void) { cnd_##name(&condition); }                                         \
  MISUSE(name##_destroyed, "of a destroyed condition variable", "cnd_" #name " cnd_init") {                              \
    make(mtx_plain);                                                                               \
    cnd_destroy(&condition);                                                                       \
    both(name##Condition, nothing);                                                                     \
  }
OF_DESTROYED(signal)
OF_DESTROYED(broadcast)
OF_DESTROYED(destroy)

static void destroyValue(void *value) { (*(int *)value)++; }
static void useX(void) {
  must(tss_get(key) == NULL);
  must(tss_set(key, &x) == thrd_success);
  must(tss_get(key) == &x);
}
static void useY(void) {
  must(tss_get(key) == NULL);
  must(tss_set(key, &y) == thrd_success);
  must(tss_get(key) == &y);
}
CALLS(values, 1, "tss_create tss_get tss_set tss_delete", "each thread has values of its own: 1") {
  must(tss_create(&key, destroyValue) == thrd_success);
  both(useX, useY);
  must(x == 1 && y == 0); // T1 has ended, main has not
  tss_delete(key);
  must(tss_set(key, &x) == thrd_error);
}
static void once(void) { x++; }
static void runOnce(void) {
  call_once(&flag, once);
  must(x == 1);
}
CALLS(once, 2, "call_once", "either thread runs the function: 2") { both(runOnce, runOnce); }
static void onceAgain(void) { call_once(&flag, onceAgain); }
MISUSE(once_within_itself, "within its function", "call_once") { both(onceAgain, nothing); }
