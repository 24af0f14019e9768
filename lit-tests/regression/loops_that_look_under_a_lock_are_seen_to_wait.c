// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a loop that takes a lock, looks, and gives it back was not seen to wait, nor one of tries to write under a reader-writer
// lock: --max-blocks cut each schedule of 100,000 rounds. With nobody to end them they are livelocks.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t mutex -- verdict=complete schedules=5 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t spin -- verdict=complete schedules=5 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t write -- verdict=complete schedules=5 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t read -- verdict=complete schedules=5 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t try -- verdict=complete schedules=6 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t mutex -- verdict=complete schedules=5 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t mutex never -- verdict=failure failures=livelock "message~main waits for a change of"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t spin never -- verdict=failure failures=livelock "message~main waits for a change of"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t write never -- verdict=failure failures=livelock "message~main waits for a change of"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t read never -- verdict=failure failures=livelock "message~main waits for a change of"
//
// T1 sets it before main looks, or after 1 to 4 looks, of which the last is seen to change nothing: 5. main takes the lock before T1, after it,
// or tries 1 to 4 times while T1 holds it: 6.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const char *kind;
static int done, never;

static int is(const char *name) { return !strcmp(kind, name); }

static void take(int reads) {
  if (is("mutex"))
    pthread_mutex_lock(&mutex);
  else if (is("spin"))
    pthread_spin_lock(&spin);
  else if (is("read") && reads)
    pthread_rwlock_rdlock(&lock);
  else if (is("try") && reads)
    while (pthread_rwlock_trywrlock(&lock) != 0)
      ;
  else
    pthread_rwlock_wrlock(&lock);
}

static void giveBack(void) {
  if (is("mutex"))
    pthread_mutex_unlock(&mutex);
  else if (is("spin"))
    pthread_spin_unlock(&spin);
  else
    pthread_rwlock_unlock(&lock);
}

static void *run(void *unused) {
  take(0);
  done = !never;
  giveBack();
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  kind = argv[1];
  never = argc > 2;
  pthread_spin_init(&spin, 0);
  pthread_create(&thread, NULL, run, NULL);
  for (int seen = is("try"); !seen;) {
    take(1);
    seen = done;
    giveBack();
  }
  if (is("try")) {
    take(1);
    giveBack();
  }
  pthread_join(thread, NULL);
  return 0;
}
