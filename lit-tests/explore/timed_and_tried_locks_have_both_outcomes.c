// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Each lock that can be tried, or waited for until a time, is found free or taken by another thread: before, within and after
// the region of that thread.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: bash -c 'for how in timedlock clocklock tryrd trywr timedrd timedwr clockrd clockwr spin; do %t $how || exit 1; done'
// RUN: %python %S/Inputs/explore.py %xblock -- %t timedlock -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clocklock -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t tryrd -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t trywr -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timedrd -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timedwr -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clockrd -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clockwr -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t spin -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t timedwr -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t trywr reader -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t tryrd reader -- verdict=complete schedules=1 failures=none
// RUN: bash -c 'for how in timedlock clocklock tryrd trywr timedrd timedwr clockrd clockwr spin; do for wrong in 0 1 2; do \
// RUN:   %xblock run --quiet -- %t $how writer $wrong; [ $? = 1 ] || exit 1; done; done'
// RUN: not %xblock run --quiet -- %t trywr reader 0
//
// The third argument is an outcome that must not be: 0 is "taken by another", 1 "free, before the other's region", 2 "free, after
// it". Schedules: the first search is broken off where the lock is tried. From then on blocks end right after what was tried is taken:
// before, within and after the region, 3. Readers do not keep each other out: one schedule.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static const char *how = "timedlock";
static int reads, done;
static int is(const char *name) { return !strcmp(how, name); }
static int isRw(void) { return !is("timedlock") && !is("clocklock") && !is("spin"); }

static void *region(void *unused) {
  if (is("spin"))
    pthread_spin_lock(&spin);
  else if (!isRw())
    pthread_mutex_lock(&mutex);
  else if (reads)
    pthread_rwlock_rdlock(&rwlock);
  else
    pthread_rwlock_wrlock(&rwlock);
  if (!reads)
    done = 1;
  if (is("spin"))
    pthread_spin_unlock(&spin);
  else if (!isRw())
    pthread_mutex_unlock(&mutex);
  else
    pthread_rwlock_unlock(&rwlock);
  return unused;
}

static int take(void) {
  struct timespec until;
  clock_gettime(strncmp(how, "clock", 5) ? CLOCK_REALTIME : CLOCK_MONOTONIC, &until);
  until.tv_sec++;
  return is("timedlock")   ? pthread_mutex_timedlock(&mutex, &until)
         : is("clocklock") ? pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until)
         : is("tryrd")     ? pthread_rwlock_tryrdlock(&rwlock)
         : is("trywr")     ? pthread_rwlock_trywrlock(&rwlock)
         : is("timedrd")   ? pthread_rwlock_timedrdlock(&rwlock, &until)
         : is("timedwr")   ? pthread_rwlock_timedwrlock(&rwlock, &until)
         : is("clockrd")   ? pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &until)
         : is("clockwr")   ? pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &until)
                           : pthread_spin_trylock(&spin);
}

int main(int argc, char **argv) {
  pthread_t thread;
  how = argc > 1 ? argv[1] : how;
  reads = argc > 2 && !strcmp(argv[2], "reader");
  int wrong = argc > 3 ? atoi(argv[3]) : -1, outcome = 0;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, region, NULL);
  int result = take();
  if (result == 0) {
    outcome = 1 + done;
    if (is("spin"))
      pthread_spin_unlock(&spin);
    else if (isRw())
      pthread_rwlock_unlock(&rwlock);
    else
      pthread_mutex_unlock(&mutex);
  } else {
    assert(result == (strstr(how, "try") || is("spin") ? EBUSY : ETIMEDOUT));
  }
  assert(outcome != wrong);
  pthread_join(thread, NULL);
  return 0;
}
