// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <threads.h>: threads, mutexes of all types, condition variables, thread-specific values and call_once, with each outcome of
// what can be tried or expire.
// RUN: %xblock_cc -std=c17 -g -O1 %s -o %t
// RUN: bash -c 'for how in count recursive wait try timed timedwait once values exit sleep; do %t $how || exit 1; done'
// RUN: %python %S/Inputs/explore.py %xblock -- %t count -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t recursive -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t wait -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t try -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timedwait -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t once -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t values -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t exit -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t sleep -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t try never -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t try always -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed never -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t timedwait never -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t timedwait always -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t twice -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t unlock -- verdict=failure failures=misuse
//
// "count", "recursive", "once": the block of each of two threads: 2 orders. "wait": T1's region before main's, or while main waits: 2.
// "try", "timed": as timed_and_tried_locks_have_both_outcomes.c: 3. "values", "exit", "sleep": nothing is shared: 1.
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t condition;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int count, ready, destroyed;
static const char *how = "count";
static int is(const char *name) { return !strcmp(how, name); }

static void increment(void) { count++; }
static void destroy(void *value) { destroyed += *(int *)value; }

static int run(void *argument) {
  (void)argument;
  if (is("once")) {
    call_once(&flag, increment);
    return 0;
  }
  if (is("values")) {
    int mine = 5;
    assert(tss_get(key) == NULL);
    assert(tss_set(key, &mine) == thrd_success);
    assert(tss_get(key) == &mine);
    thrd_exit(7); // the destructor runs before the stack is gone
  }
  if (is("exit"))
    thrd_exit(-3);
  if (is("sleep")) {
    thrd_sleep(&(struct timespec){100, 0}, NULL);
    thrd_yield();
    struct timespec now;
    assert(timespec_get(&now, TIME_UTC) == TIME_UTC && now.tv_sec > 0);
    return thrd_equal(thrd_current(), thrd_current());
  }
  if (is("unlock"))
    return mtx_unlock(&mutex);
  assert(mtx_lock(&mutex) == thrd_success);
  if (is("recursive") || is("twice"))
    assert(mtx_lock(&mutex) == thrd_success);
  increment();
  ready = 1;
  if (is("wait"))
    cnd_signal(&condition);
  if (is("timedwait"))
    cnd_broadcast(&condition);
  if (is("recursive"))
    assert(mtx_unlock(&mutex) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
  return 9;
}

static int take(void) {
  struct timespec until;
  timespec_get(&until, TIME_UTC);
  until.tv_sec++;
  if (is("timedwait")) {
    int result = thrd_success;
    mtx_lock(&mutex);
    while (!ready && result == thrd_success)
      result = cnd_timedwait(&condition, &mutex, &until);
    mtx_unlock(&mutex);
    assert(result == thrd_success || result == thrd_timedout);
    return result == thrd_success;
  }
  int result = is("try") ? mtx_trylock(&mutex) : mtx_timedlock(&mutex, &until);
  assert(result == thrd_success || result == (is("try") ? thrd_busy : thrd_timedout));
  if (result == thrd_success)
    mtx_unlock(&mutex);
  return result == thrd_success;
}

int main(int argc, char **argv) {
  thrd_t threads[2];
  how = argc > 1 ? argv[1] : how;
  const char *wrong = argc > 2 ? argv[2] : "";
  int two = is("count") || is("recursive") || is("once"), result = -1;
  assert(mtx_init(&mutex, is("recursive") ? mtx_plain | mtx_recursive : is("timed") ? mtx_timed : mtx_plain) == thrd_success);
  assert(mtx_init(&mutex, 64) == thrd_error);
  assert(cnd_init(&condition) == thrd_success);
  assert(tss_create(&key, destroy) == thrd_success);
  for (int i = 0; i <= two; i++)
    assert(thrd_create(&threads[i], run, NULL) == thrd_success);
  if (is("try") || is("timed") || is("timedwait")) {
    int taken = take();
    assert(!(taken && !strcmp(wrong, "never")));
    assert(!(!taken && !strcmp(wrong, "always")));
  }
  if (is("wait")) {
    mtx_lock(&mutex);
    while (!ready)
      cnd_wait(&condition, &mutex);
    mtx_unlock(&mutex);
  }
  for (int i = 0; i <= two; i++)
    assert(thrd_join(threads[i], &result) == thrd_success);
  assert(!two || count == (is("once") ? 1 : 2));
  assert(!is("values") || (destroyed == 5 && result == 7));
  assert(!is("exit") || result == -3);
  assert(!is("sleep") || result == 1);
  tss_delete(key);
  cnd_destroy(&condition);
  mtx_destroy(&mutex);
  return 0;
}
