// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// pthread_*: threads, their attributes, names, values and what runs once.
#define _GNU_SOURCE
#include "cases.h"

#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

static int x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t creator;
static int (*volatile equal)(pthread_t, pthread_t) = pthread_equal; // a call of it is inlined

static void nothing(void) {}
static void *returnArgument(void *argument) { return argument; }

static void *writeX(void *value) {
  must(!equal(pthread_self(), creator));
  x = 5;
  return value;
}
CALLS(create_join_self_equal, 1, "pthread_create pthread_join pthread_self pthread_equal", "creation and join order all: 1") {
  pthread_t thread;
  void *result = NULL;
  creator = pthread_self();
  must(pthread_create(&thread, NULL, writeX, &y) == 0);
  must(!equal(thread, creator));
  must(pthread_join(thread, &result) == 0);
  must(x == 5 && result == &y);
}
MISUSE(join_twice, "pthread_join of T1, which was joined before", "pthread_join") {
  pthread_t thread;
  pthread_create(&thread, NULL, returnArgument, NULL);
  pthread_join(thread, NULL);
  pthread_join(thread, NULL);
}
static void *endHolding(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}
MISUSE(thread_ends_with_lock, "T1 ends holding a mutex", "pthread_create") {
  pthread_t thread;
  pthread_create(&thread, NULL, endHolding, NULL);
  pthread_join(thread, NULL);
}

static sem_t done;
static void *postDone(void *unused) {
  x = 1;
  sem_post(&done);
  return unused;
}
CALLS(detach, 2, "pthread_detach", "after the post T1 ends before main, or does not: 2") {
  pthread_t thread;
  sem_init(&done, 0, 0);
  must(pthread_create(&thread, NULL, postDone, NULL) == 0);
  must(pthread_detach(thread) == 0);
  must(sem_wait(&done) == 0);
  must(x == 1);
}
MISUSE(detach_twice, "pthread_detach of T1, which is detached", "pthread_detach") {
  pthread_t thread;
  pthread_create(&thread, NULL, returnArgument, NULL);
  pthread_detach(thread);
  pthread_detach(thread);
}
MISUSE(join_of_detached, "pthread_join of T1, which is detached",
       "pthread_join pthread_attr_setdetachstate") {
  pthread_t thread;
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attr, returnArgument, NULL);
  pthread_join(thread, NULL);
}

static void *exitWithX(void *unused) {
  pthread_exit(&x);
  return unused;
}
CALLS(exit_of_thread, 1, "pthread_exit", "creation and join order all: 1") {
  pthread_t thread;
  void *result = NULL;
  must(pthread_create(&thread, NULL, exitWithX, NULL) == 0);
  must(pthread_join(thread, &result) == 0);
  must(result == &x);
}
static void *exitHolding(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_exit(unused);
}
MISUSE(exit_with_lock, "T1 ends holding a mutex", "pthread_exit") {
  pthread_t thread;
  pthread_create(&thread, NULL, exitHolding, NULL);
  pthread_join(thread, NULL);
}

static void useAttributes(void) {
  pthread_attr_t attr;
  int value;
  size_t size;
  struct sched_param parameters = {.sched_priority = 0};
  must(pthread_attr_init(&attr) == 0);
  must(pthread_attr_getdetachstate(&attr, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
  must(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
  must(pthread_attr_getdetachstate(&attr, &value) == 0 && value == PTHREAD_CREATE_DETACHED);
  must(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE) == 0);
  must(pthread_attr_setdetachstate(&attr, 77) == EINVAL);
  must(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
  must(pthread_attr_getstacksize(&attr, &size) == 0 && size == 1 << 20);
  must(pthread_attr_setstacksize(&attr, 1) == EINVAL);
  must(pthread_attr_setguardsize(&attr, 8192) == 0);
  must(pthread_attr_getguardsize(&attr, &size) == 0 && size == 8192);
  must(pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED) == 0);
  must(pthread_attr_getinheritsched(&attr, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
  must(pthread_attr_setschedpolicy(&attr, SCHED_OTHER) == 0);
  must(pthread_attr_getschedpolicy(&attr, &value) == 0 && value == SCHED_OTHER);
  must(pthread_attr_setschedparam(&attr, &parameters) == 0);
  parameters.sched_priority = 7;
  must(pthread_attr_getschedparam(&attr, &parameters) == 0 && parameters.sched_priority == 0);
  must(pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM) == 0);
  must(pthread_attr_getscope(&attr, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
  pthread_t thread;
  must(pthread_create(&thread, &attr, returnArgument, NULL) == 0);
  must(pthread_join(thread, NULL) == 0);
  must(pthread_attr_destroy(&attr) == 0);
}
CALLS(attributes, 1,
      "pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_getdetachstate "
      "pthread_attr_setstacksize pthread_attr_getstacksize pthread_attr_setguardsize pthread_attr_getguardsize "
      "pthread_attr_setinheritsched pthread_attr_getinheritsched pthread_attr_setschedparam pthread_attr_getschedparam "
      "pthread_attr_setschedpolicy pthread_attr_getschedpolicy pthread_attr_setscope pthread_attr_getscope",
      "each thread has attributes of its own: 1") {
  both(useAttributes, useAttributes);
}

static void useCancelState(void) {
  int old = -1;
  must(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  must(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  must(pthread_setcancelstate(77, &old) == EINVAL);
  must(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  must(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_ASYNCHRONOUS);
  must(pthread_setcanceltype(77, &old) == EINVAL);
  pthread_testcancel();
}
CALLS(cancel_state, 1, "pthread_setcancelstate pthread_setcanceltype pthread_testcancel",
      "the state is each thread's own, and nobody cancels: 1") {
  both(useCancelState, useCancelState);
}

static void nameT1(void) {
  char name[16];
  must(pthread_setname_np(pthread_self(), "first") == 0);
  must(pthread_setname_np(pthread_self(), "longer than fifteen") == ERANGE);
  must(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "first") == 0);
}
static void nameMain(void) {
  char name[16];
  must(pthread_setname_np(pthread_self(), "second") == 0);
  must(pthread_getname_np(pthread_self(), name, 3) == ERANGE);
  must(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "second") == 0);
}
CALLS(names, 1, "pthread_setname_np pthread_getname_np", "each thread looks at its own name: 1") { both(nameT1, nameMain); }

static void useAffinity(void) {
  cpu_set_t set;
  must(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0 && CPU_COUNT(&set) >= 1);
  must(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
}
CALLS(affinity, 1, "pthread_setaffinity_np pthread_getaffinity_np", "no boundary: 1") { both(useAffinity, useAffinity); }

static pthread_key_t key;
static void destroyValue(void *value) { (*(int *)value)++; }
static void useX(void) {
  must(pthread_getspecific(key) == NULL);
  must(pthread_setspecific(key, &x) == 0);
  must(pthread_getspecific(key) == &x);
}
static void useY(void) {
  must(pthread_getspecific(key) == NULL);
  must(pthread_setspecific(key, &y) == 0);
  must(pthread_getspecific(key) == &y);
}
CALLS(keys, 1, "pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific",
      "each thread has values of its own: 1") {
  must(pthread_key_create(&key, destroyValue) == 0);
  both(useX, useY);
  must(x == 1 && y == 0); // T1 has ended, main has not
  must(pthread_key_delete(key) == 0);
  must(pthread_key_delete(key) == EINVAL);
  must(pthread_setspecific(key, &x) == EINVAL);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void increment(void) { x++; }
static void runOnce(void) {
  must(pthread_once(&once, increment) == 0);
  must(x == 1);
}
CALLS(once, 2, "pthread_once", "either thread runs the function: 2") { both(runOnce, runOnce); }
static void onceAgain(void) { pthread_once(&once, onceAgain); }
MISUSE(once_within_itself, "main calls pthread_once within its function", "pthread_once") { onceAgain(); }

static atomic_int flag;
static void raise(void) { flag = 1; }
static void untilRaised(void) {
  while (!flag)
    sched_yield();
}
CALLS(yield, 4, "sched_yield", "raised before main looks a first, second or third time, or while it waits: 4") { both(raise, untilRaised); }
MISUSE(yield_for_ever, "", "sched_yield") { both(nothing, untilRaised); }
