// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A block whose thread and inputs are as they were when it ran before is not run again: its results are put in place. What could
// make a difference must make one: values that a block reads without hooks (ignored), in its caller's stack (local), behind a
// lock of another thread's (nested), of a key whose destructor runs at its end (key), memory that was freed meanwhile (freed).
// Each case is explored with snapshots, which reuse, and by re-execution, which does not (explore.py), and each reused block is run
// and compared (--verify-restore).
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t ignored -- verdict=failure failures=assertion:1 schedules=6
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t local -- verdict=complete failures=none schedules=6
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t nested -- verdict=complete failures=none schedules=6
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t key -- verdict=failure failures=assertion:2 schedules=6
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t freed -- verdict=failure failures=heap
// RUN: bash -c 'for how in ignored local nested key freed; do for other in --reuse=none --verify-restore; do \
// RUN:   for o in --reuse=blocks $other; do (%xblock run $o --keep-going -- %t $how 2>&1 || true) | tail -1 > %t.$o; done; \
// RUN:   diff %t.--reuse=blocks %t.$other || exit 1; done; done'
//
// Three threads with one locked region each: 3! = 6 orders.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int hidden, counted, last, ended;
static int *memory;

__attribute__((annotate("xblock_ignore"), noinline)) static int look(void) { return hidden; }
__attribute__((annotate("xblock_ignore"), noinline)) static void hide(int value) { hidden = value; }

static void *ignored(void *number) {
  pthread_mutex_lock(&lock);
  int seen = look();
  hide((int)(long)number);
  last = seen;
  counted++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

struct Shared {
  pthread_mutex_t lock;
  int sum;
};
static void *local(void *argument) {
  struct Shared *shared = argument;
  pthread_mutex_lock(&shared->lock);
  shared->sum++;
  pthread_mutex_unlock(&shared->lock);
  return NULL;
}

static void *nested(void *unused) {
  pthread_mutex_lock(&lock);
  counted++;
  pthread_mutex_lock(&inner);
  counted++;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void destroy(void *value) { ended += (int)(long)value; }
static void *keyed(void *number) {
  pthread_mutex_lock(&lock);
  if (++counted == 3) // who comes last
    pthread_setspecific(key, number);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *frees(void *unused) {
  pthread_mutex_lock(&lock);
  free(memory);
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *looks(void *unused) {
  pthread_mutex_lock(&lock);
  last = *memory;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  pthread_t t[3];
  struct Shared shared = {PTHREAD_MUTEX_INITIALIZER, 0};
  pthread_key_create(&key, destroy);
  if (!strcmp(how, "freed")) {
    memory = calloc(1, sizeof *memory);
    pthread_create(&t[0], NULL, looks, NULL);
    pthread_create(&t[1], NULL, frees, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
  }
  void *(*run)(void *) = !strcmp(how, "ignored") ? ignored : !strcmp(how, "local") ? local : !strcmp(how, "nested") ? nested : keyed;
  for (long i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, run, run == local ? (void *)&shared : (void *)(i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  if (run == ignored)
    assert(last != 2 || hidden != 1); // T3, T2, T1
  if (run == local)
    assert(shared.sum == 3);
  if (run == nested)
    assert(counted == 6);
  if (run == keyed)
    assert(ended != 3); // T3 last
}
