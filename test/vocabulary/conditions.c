// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// pthread_cond_* and pthread_condattr_*.
#define _GNU_SOURCE
#include "cases.h"

#include <errno.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void nothing(void) {}
static void tell(int all) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  must((all ? pthread_cond_broadcast(&condition) : pthread_cond_signal(&condition)) == 0);
  pthread_mutex_unlock(&mutex);
}
static void signalReady(void) { tell(0); }
static void broadcastReady(void) { tell(1); }
static void waitReady(void) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    must(pthread_cond_wait(&condition, &mutex) == 0);
  pthread_mutex_unlock(&mutex);
}
static void waitOnce(void) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
}

CALLS(wait_signal, 2, "pthread_cond_wait pthread_cond_signal", "ready before main looks, or while it waits: 2") {
  both(signalReady, waitReady);
}
CALLS(wait_broadcast, 2, "pthread_cond_wait pthread_cond_broadcast", "ready before main looks, or while it waits: 2") {
  both(broadcastReady, waitReady);
}
CALLS(init_destroy, 2, "pthread_cond_init pthread_cond_destroy", "ready before main looks, or while it waits: 2") {
  must(pthread_cond_init(&condition, NULL) == 0);
  both(signalReady, waitReady);
  must(pthread_cond_destroy(&condition) == 0);
}
MISUSE(nobody_signals, "", "pthread_cond_wait") { both(nothing, waitOnce); }
static void waitWithoutMutex(void) { pthread_cond_wait(&condition, &mutex); }
MISUSE(wait_without_mutex, "T1 waits on a condition variable without holding its mutex", "pthread_cond_wait") {
  both(waitWithoutMutex, nothing);
}
static void waitWithOther(void) {
  pthread_mutex_lock(&other);
  pthread_cond_wait(&condition, &other);
  pthread_mutex_unlock(&other);
}
MISUSE(wait_with_two_mutexes, "waits on a condition variable on which others wait with another mutex", "pthread_cond_wait") {
  both(waitOnce, waitWithOther);
}
static void destroyWhileWaited(void) {
  pthread_mutex_lock(&mutex);
  pthread_cond_destroy(&condition);
  pthread_mutex_unlock(&mutex);
}
MISUSE(destroy_while_waited, "condition variable", "pthread_cond_destroy") { both(waitOnce, destroyWhileWaited); }
static void signalOnly(void) { pthread_cond_signal(&condition); }
static void broadcastOnly(void) { pthread_cond_broadcast(&condition); }
MISUSE(signal_destroyed, "pthread_cond_signal of a destroyed condition variable", "pthread_cond_signal pthread_cond_destroy") {
  pthread_cond_destroy(&condition);
  both(signalOnly, nothing);
}
MISUSE(broadcast_destroyed, "pthread_cond_broadcast of a destroyed condition variable", "pthread_cond_broadcast") {
  pthread_cond_destroy(&condition);
  both(broadcastOnly, nothing);
}

static int waitBefore(int clockWait) {
  struct timespec until;
  clock_gettime(clockWait ? CLOCK_MONOTONIC : CLOCK_REALTIME, &until);
  until.tv_sec++;
  return clockWait ? pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &until)
                   : pthread_cond_timedwait(&condition, &mutex, &until);
}
static void waitReadyBefore(int clockWait) {
  pthread_mutex_lock(&mutex);
  int result = ready ? 0 : waitBefore(clockWait);
  must(ready || result == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
}
static void timedWait(void) { waitReadyBefore(0); }
static void clockWait(void) { waitReadyBefore(1); }
#define TIMED "ready before main looks; notified; expired, and the mutex taken again before T1's region or after it: 4"
CALLS(timed_wait, 4, "pthread_cond_timedwait", TIMED) { both(signalReady, timedWait); }
CALLS(clock_wait, 4, "pthread_cond_clockwait", TIMED) { both(signalReady, clockWait); }
static void timedWaitWithoutMutex(void) { waitBefore(0); }
static void clockWaitWithoutMutex(void) { waitBefore(1); }
MISUSE(timed_wait_without_mutex, "T1 waits on a condition variable without holding its mutex", "pthread_cond_timedwait") {
  both(timedWaitWithoutMutex, nothing);
}
MISUSE(clock_wait_without_mutex, "T1 waits on a condition variable without holding its mutex", "pthread_cond_clockwait") {
  both(clockWaitWithoutMutex, nothing);
}

static void useAttributes(void) {
  pthread_condattr_t attr;
  clockid_t clock;
  int value;
  must(pthread_condattr_init(&attr) == 0);
  must(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
  must(pthread_condattr_getclock(&attr, &clock) == 0 && clock == CLOCK_MONOTONIC);
  must(pthread_condattr_setpshared(&attr, PTHREAD_PROCESS_PRIVATE) == 0);
  must(pthread_condattr_getpshared(&attr, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  pthread_cond_t mine;
  must(pthread_cond_init(&mine, &attr) == 0);
  must(pthread_cond_destroy(&mine) == 0);
  must(pthread_condattr_destroy(&attr) == 0);
}
CALLS(attributes, 1,
      "pthread_condattr_init pthread_condattr_destroy pthread_condattr_setclock pthread_condattr_getclock "
      "pthread_condattr_setpshared pthread_condattr_getpshared",
      "each thread has attributes and a condition variable of its own: 1") {
  both(useAttributes, useAttributes);
}
