// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// pthread_*: cancellation and cleanup handlers, joins that do not wait for ever, scheduling, stacks, signals.
#define _GNU_SOURCE
#pragma clang diagnostic ignored "-Wdeprecated-declarations" // pthread_attr_setstackaddr
#include "cases.h"

#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static int x, handled;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void count(void *by) { handled += by ? *(int *)by : 1; }
static void *returnArgument(void *argument) { return argument; }
static struct timespec soon(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  return until;
}

static void *testUnderHandlers(void *unused) {
  pthread_cleanup_push(count, NULL);
  pthread_cleanup_push_defer_np(count, NULL);
  pthread_testcancel();
  pthread_cleanup_pop_restore_np(1);
  pthread_cleanup_pop(1);
  return unused;
}
CALLS(cancel_at_a_point, 2,
      "pthread_cancel pthread_testcancel __pthread_register_cancel __pthread_unregister_cancel __pthread_register_cancel_defer "
      "__pthread_unregister_cancel_restore __pthread_unwind_next __sigsetjmp",
      "the request comes before the point or after it: 2") {
  pthread_t thread;
  void *result = NULL;
  must(pthread_create(&thread, NULL, testUnderHandlers, NULL) == 0);
  must(pthread_cancel(thread) == 0);
  must(pthread_join(thread, &result) == 0);
  must(result == NULL || result == PTHREAD_CANCELED);
  must(handled == 2);
}
static void *testHolding(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_testcancel();
  pthread_mutex_unlock(&mutex);
  return unused;
}
MISUSE(cancelled_with_lock, "T1 ends holding a mutex", "pthread_testcancel") {
  pthread_t thread;
  pthread_create(&thread, NULL, testHolding, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
}
MISUSE(cancel_of_joined, "pthread_cancel of T1, which was joined before", "pthread_cancel") {
  pthread_t thread;
  pthread_create(&thread, NULL, returnArgument, NULL);
  pthread_join(thread, NULL);
  pthread_cancel(thread);
}

CALLS(tryjoin, 2, "pthread_tryjoin_np", "before or after the end of T1: 2") {
  pthread_t thread;
  void *result = NULL;
  must(pthread_create(&thread, NULL, returnArgument, &x) == 0);
  int error = pthread_tryjoin_np(thread, &result);
  must(error == 0 || (error == EBUSY && pthread_join(thread, &result) == 0));
  must(result == &x);
}
CALLS(timedjoin, 2, "pthread_timedjoin_np", "the end of T1 in time, or not: 2") {
  pthread_t thread;
  struct timespec until = soon();
  must(pthread_create(&thread, NULL, returnArgument, &x) == 0);
  int error = pthread_timedjoin_np(thread, NULL, &until);
  must(error == 0 || (error == ETIMEDOUT && pthread_join(thread, NULL) == 0));
}
CALLS(clockjoin, 2, "pthread_clockjoin_np", "the end of T1 in time, or not: 2") {
  pthread_t thread;
  struct timespec until = soon();
  must(pthread_create(&thread, NULL, returnArgument, &x) == 0);
  int error = pthread_clockjoin_np(thread, NULL, CLOCK_REALTIME, &until);
  must(error == 0 || (error == ETIMEDOUT && pthread_join(thread, NULL) == 0));
}
MISUSE(tryjoin_of_detached, "pthread_tryjoin_np of T1, which is detached", "pthread_tryjoin_np") {
  pthread_t thread;
  pthread_create(&thread, NULL, returnArgument, NULL);
  pthread_detach(thread);
  pthread_tryjoin_np(thread, NULL);
}
MISUSE(timedjoin_twice, "pthread_timedjoin_np of T1, which was joined before", "pthread_timedjoin_np") {
  pthread_t thread;
  struct timespec until = soon();
  pthread_create(&thread, NULL, returnArgument, NULL);
  pthread_join(thread, NULL);
  pthread_timedjoin_np(thread, NULL, &until);
}
MISUSE(clockjoin_twice, "pthread_clockjoin_np of T1, which was joined before", "pthread_clockjoin_np") {
  pthread_t thread;
  struct timespec until = soon();
  pthread_create(&thread, NULL, returnArgument, NULL);
  pthread_join(thread, NULL);
  pthread_clockjoin_np(thread, NULL, CLOCK_REALTIME, &until);
}

static void useScheduling(void) {
  struct sched_param parameters = {.sched_priority = 7};
  clockid_t clock = -1;
  int policy = -1;
  must(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0 && policy == SCHED_OTHER);
  must(parameters.sched_priority == 0);
  must(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == 0);
  must(pthread_setschedprio(pthread_self(), 0) == 0);
  must(pthread_setschedprio(pthread_self(), 1) == EINVAL);
  parameters.sched_priority = 1;
  must(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == EINVAL);
  must(pthread_setschedparam(pthread_self(), 77, &parameters) == EINVAL);
  must(pthread_getcpuclockid(pthread_self(), &clock) == 0 && clock != -1);
}
CALLS(scheduling, 1, "pthread_setschedparam pthread_getschedparam pthread_setschedprio pthread_getcpuclockid",
      "each thread looks at itself: 1") {
  both(useScheduling, useScheduling);
}

static void useStack(void) {
  pthread_attr_t attr;
  void *stack = NULL;
  size_t size = 0;
  must(pthread_getattr_np(pthread_self(), &attr) == 0);
  must(pthread_attr_getstack(&attr, &stack, &size) == 0);
  must((char *)&attr >= (char *)stack && (char *)&attr < (char *)stack + size);
  must(pthread_attr_destroy(&attr) == 0);
}
CALLS(stack_of_a_thread, 1, "pthread_getattr_np pthread_attr_getstack", "each thread looks at itself: 1") { both(useStack, useStack); }

static char given[2][1 << 16] __attribute__((aligned(64)));
static void giveStack(char *mine) {
  pthread_attr_t attr;
  void *stack = NULL;
  size_t size = 0;
  cpu_set_t set, same;
  sigset_t signals, read;
  must(pthread_attr_init(&attr) == 0);
  must(pthread_attr_setstack(&attr, mine, sizeof given[0]) == 0);
  must(pthread_attr_getstack(&attr, &stack, &size) == 0 && stack == mine && size == sizeof given[0]);
  must(pthread_attr_setstack(&attr, mine, 1) == EINVAL);
  must(pthread_attr_setstackaddr(&attr, mine + sizeof given[0]) == 0);
  must(pthread_attr_getstackaddr(&attr, &stack) == 0 && stack == mine + sizeof given[0]);
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  must(pthread_attr_setaffinity_np(&attr, sizeof set, &set) == 0);
  must(pthread_attr_getaffinity_np(&attr, sizeof same, &same) == 0 && CPU_EQUAL(&set, &same));
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  must(pthread_attr_getsigmask_np(&attr, &read) == PTHREAD_ATTR_NO_SIGMASK_NP);
  must(pthread_attr_setsigmask_np(&attr, &signals) == 0);
  must(pthread_attr_getsigmask_np(&attr, &read) == 0 && sigismember(&read, SIGUSR1) && !sigismember(&read, SIGUSR2));
  must(pthread_attr_destroy(&attr) == 0);
}
static void giveFirst(void) { giveStack(given[0]); }
static void giveSecond(void) { giveStack(given[1]); }
CALLS(more_attributes, 1,
      "pthread_attr_setstack pthread_attr_getstack pthread_attr_setstackaddr pthread_attr_getstackaddr pthread_attr_setaffinity_np "
      "pthread_attr_getaffinity_np pthread_attr_setsigmask_np pthread_attr_getsigmask_np",
      "each thread has attributes of its own: 1") {
  both(giveFirst, giveSecond);
}

static void lookAtDefaults(void) {
  pthread_attr_t attr;
  int detach = -1;
  must(pthread_getattr_default_np(&attr) == 0);
  must(pthread_attr_getdetachstate(&attr, &detach) == 0 && detach == PTHREAD_CREATE_JOINABLE);
  must(pthread_attr_destroy(&attr) == 0);
  must(pthread_getconcurrency() == 3);
}
CALLS(defaults_of_threads, 1, "pthread_getattr_default_np pthread_setattr_default_np pthread_getconcurrency pthread_setconcurrency",
      "they are set before T1 is made, and only looked at then: 1") {
  pthread_attr_t attr;
  must(pthread_setconcurrency(3) == 0);
  must(pthread_setconcurrency(-1) == EINVAL);
  must(pthread_getattr_default_np(&attr) == 0);
  must(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
  must(pthread_setattr_default_np(&attr) == 0);
  must(pthread_attr_setstack(&attr, given[0], sizeof given[0]) == 0);
  must(pthread_setattr_default_np(&attr) == EINVAL);
  both(lookAtDefaults, lookAtDefaults);
}

static void useSignals(void) {
  sigset_t mine, old;
  sigemptyset(&mine);
  sigaddset(&mine, SIGUSR1);
  must(pthread_sigmask(SIG_BLOCK, &mine, &old) == 0 && !sigismember(&old, SIGUSR1));
  must(pthread_sigmask(SIG_SETMASK, NULL, &old) == 0 && sigismember(&old, SIGUSR1));
  must(pthread_sigmask(SIG_UNBLOCK, &mine, NULL) == 0);
  must(pthread_sigmask(SIG_BLOCK, NULL, &old) == 0 && !sigismember(&old, SIGUSR1));
  must(pthread_sigmask(77, &mine, NULL) == EINVAL);
  must(pthread_kill(pthread_self(), 0) == 0);
  must(pthread_kill(pthread_self(), 77) == EINVAL);
  must(pthread_atfork(NULL, NULL, NULL) == 0);
}
CALLS(signals, 1, "pthread_sigmask pthread_kill pthread_atfork", "each thread has a mask of its own: 1") { both(useSignals, useSignals); }
MISUSE(kill_of_joined, "pthread_kill of T1, which was joined before", "pthread_kill") {
  pthread_t thread;
  pthread_create(&thread, NULL, returnArgument, NULL);
  pthread_join(thread, NULL);
  pthread_kill(thread, 0);
}
