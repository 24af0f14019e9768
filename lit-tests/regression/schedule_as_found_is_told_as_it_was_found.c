// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The turning point needs blocks that end where nested locks are taken, of which the search, which ended at the first failure, knew nothing. So the
// shortest schedule is looked for once more, with such blocks; and what came of it was told as `foundSchedule` too, and its switches as those found.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: not %xblock run --json=%t.whole.json -- %t 2>&1 | FileCheck %s
// CHECK: 4 switches between threads, the fewest with which it fails (5 as found)
// RUN: not %xblock run --shorten=0 --json=%t.found.json -- %t
// RUN: %python -c "import json, sys; a, b = (json.load(open(f))['failures'][0] for f in sys.argv[1:]); assert a['foundSchedule'] == b['schedule'] and a['foundAt'] == b['foundAt'], (a['foundSchedule'], b['schedule']); assert 'b1' in a['schedule'] and 'b1' not in b['schedule'] and a['turningPoint'], a['schedule']" %t.whole.json %t.found.json
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *increment(void *second) {
  pthread_mutex_t *outer = second ? &b : &a, *inner = second ? &a : &b;
  pthread_mutex_lock(&m);
  int y = x;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
  pthread_mutex_lock(&m);
  x = y + 1;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (ptrdiff_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, increment, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(x == 2);
}
