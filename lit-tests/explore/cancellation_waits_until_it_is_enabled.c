// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread that has disabled cancellation ends at its first point after it enables it; a mutex, a barrier, a reader-writer lock are no
// points; main and a thread itself can be cancelled, and one that has ended; handlers run innermost first, also at pthread_exit, and are
// not cancelled themselves.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: bash -c 'for how in disabled locks self ended exit defer; do %t.native $how || exit 1; done' && %t.native main | FileCheck %s
// CHECK: others go on
// RUN: %python %S/Inputs/explore.py %xblock -- %t disabled -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t locks -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t self -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t ended -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t exit -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t defer -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t main -- verdict=complete schedules=1 failures=none "stdout=others go on\n"
// RUN: %python %S/Inputs/explore.py %xblock -- %t joined -- verdict=failure failures=misuse \
// RUN:   "message~^pthread_cancel of T1, which was joined before"
// RUN: %python %S/Inputs/explore.py %xblock -- %t detached -- verdict=failure failures=misuse \
// RUN:   "message~^pthread_cancel of T1, which is detached and has ended"
// RUN: %python %S/Inputs/explore.py %xblock -- %t holds -- verdict=failure failures=misuse "message~T1 ends holding a mutex"
// RUN: %python %S/Inputs/explore.py %xblock -- %t returned -- verdict=unsupported \
// RUN:   "unsupported~a cancellation point after the thread's function returned"
// RUN: %python %S/Inputs/explore.py %xblock -- %t back -- verdict=unsupported "unsupported~longjmp"
//
// Schedules: disabled: until main has cancelled it and posted: 1. locks: it comes to no point before; one or the other is the last at the
// barrier: 2. ended: the request before the point, after it, or after that of the inner handler, which runs either way: 3. exit: the
// thread comes to no point: 1. main: it can only wait until it is cancelled: 1.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const char *how = "disabled";
static int is(const char *name) { return !strcmp(how, name); }
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_t first;
static sem_t started, cancelled;
static pthread_key_t key;
static char order[8];
static sigjmp_buf back;

static void inner(void *unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  pthread_testcancel();
  strcat(order, "i");
  (void)unused;
}
static void outer(void *unused) {
  strcat(order, "o");
  (void)unused;
}
static void destroy(void *unused) {
  strcat(order, "k");
  if (is("returned"))
    pthread_testcancel();
  (void)unused;
}

static void *run(void *unused) {
  int old = -1;
  pthread_setspecific(key, &key);
  if (is("back") && sigsetjmp(back, 0) == 0)
    siglongjmp(back, 1);
  if (is("returned"))
    return unused;
  if (is("main")) {
    pthread_cancel(first);
    pthread_join(first, NULL);
    assert(write(1, "others go on\n", 13) == 13);
    return unused;
  }
  if (is("holds"))
    pthread_mutex_lock(&mutex);
  pthread_cleanup_push(outer, NULL);
  pthread_cleanup_push_defer_np(inner, NULL);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(7, &old) == EINVAL && pthread_setcanceltype(7, &old) == EINVAL);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  if (is("disabled")) {
    sem_post(&started);
    sem_wait(&cancelled);
    pthread_testcancel();
    usleep(10);
    strcat(order, "d");
  }
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  if (is("locks")) {
    sem_post(&started);
    pthread_barrier_wait(&barrier);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_wrlock(&rwlock);
    pthread_rwlock_unlock(&rwlock);
    strcat(order, "d");
  }
  if (is("self") || is("defer"))
    assert(pthread_cancel(pthread_self()) == 0);
  if (!is("exit"))
    pthread_testcancel();
  if (is("exit"))
    pthread_exit(&key);
  pthread_cleanup_pop_restore_np(1);
  pthread_cleanup_pop(1);
  return &key;
}

int main(int argc, char **argv) {
  pthread_t thread;
  void *result = NULL;
  how = argc > 1 ? argv[1] : how;
  first = pthread_self();
  sem_init(&started, 0, 0);
  sem_init(&cancelled, 0, 0);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, run, NULL);
  if (is("main"))
    for (;;)
      sem_wait(&cancelled);
  if (is("detached"))
    pthread_detach(thread);
  if (is("joined"))
    pthread_join(thread, NULL);
  if (is("disabled") || is("locks"))
    sem_wait(&started);
  if (!is("self") && !is("defer"))
    assert(pthread_cancel(thread) == 0);
  if (is("detached"))
    return 0;
  if (is("disabled"))
    sem_post(&cancelled);
  if (is("locks"))
    pthread_barrier_wait(&barrier);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED || ((is("ended") || is("exit")) && result == &key));
  assert(!strcmp(order, is("disabled") || is("locks") ? "diok" : "iok") || (is("ended") && !strcmp(order, "ok")));
  return 0;
}
