// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// `replay --steps` has a line for each visible step, exactly as in Inputs/steps.txt, also where every state is reached by running
// the program again; --json has the same, as `steps`. Of accesses that another thread's conflict with it has the values: of locals
// nothing, of a compare-exchange what was there before it.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: not %xblock replay --steps --json=%t.json x1:0x2.1x3.0x2.1.0x4.1.2x5.0 -- %t 2>&1 | sed -n "/^  steps/,/^  replay/p" > %t.txt
// RUN: diff %S/Inputs/steps.txt %t.txt
// RUN: env XBLOCK_OPTIONS=restore=reexecute not %xblock replay --steps x1:0x2.1x3.0x2.1.0x4.1.2x5.0 -- %t 2>&1 | sed -n "/^  steps/,/^  replay/p" > %t.2
// RUN: diff %t.txt %t.2
// RUN: %python %S/Inputs/steps.py %t.json 37 '{"step": 10, "block": 5, "thread": 1, "what": "write", "object": "ready", "size": 4, "old": "0", "new": "70001", "line": 39, "holding": ["mutex m"]}' \
// RUN:   '{"step": 17, "block": 7, "thread": 0, "what": "read", "object": "shared+24", "size": 8, "read": "18446744073709551614", "line": 54, "holding": ["lock rw (for reading)"]}' \
// RUN:   '{"step": 37, "block": 19, "thread": 0, "what": "abort", "line": 65, "holding": [], "failure": true}'
// Without --steps there are none, and a search has none:
// RUN: not %xblock replay --json=%t.json x1:0x2.1x3.0x2.1.0x4.1.2x5.0 -- %t 2>&1 | FileCheck --check-prefix=NONE --implicit-check-not="  steps" %s
// RUN: %python %S/Inputs/steps.py %t.json
// RUN: not %xblock run --steps -- %t 2>&1 | FileCheck --check-prefix=SEARCH %s
// NONE: xblock: replay: 19 blocks, abort
// SEARCH: xblock: option '--steps' is of xblock replay, not of xblock run
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct item { char name[24]; uint64_t id; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static struct item shared;
static _Atomic uint32_t count;
static _Atomic uint16_t flag;
static volatile int ready;
static sem_t done;
static void *producer(void *unused) {
  (void)unused;
  struct item mine = {"hello, steps", UINT64_MAX - 1};
  pthread_rwlock_wrlock(&rw); memcpy(&shared, &mine, sizeof mine); pthread_rwlock_unlock(&rw);
  atomic_fetch_add(&count, 7);
  pthread_mutex_lock(&m); ready = 70001; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
  sem_post(&done);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  sem_init(&done, 0, 0);
  pthread_create(&one, NULL, producer, NULL);
  pthread_create(&two, NULL, producer, NULL);
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_rwlock_rdlock(&rw);
  uint64_t id = shared.id;
  pthread_rwlock_unlock(&rw);
  sem_wait(&done);
  uint16_t expected = 0;
  atomic_compare_exchange_strong(&flag, &expected, 3);
  expected = 0;
  atomic_compare_exchange_strong(&flag, &expected, 4);
  uint32_t old = atomic_exchange(&count, 0xffffffff);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  if (id != UINT64_MAX - 1 || old < 14)
    abort();
  return 0;
}
