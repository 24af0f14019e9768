// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A bounded buffer whose enqueue tests its condition with if: two producers wake up and one
// overflows it. With while: no failure. Paper 000, figures 4.12 and 4.13.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=assertion \
// RUN:   "message~buffer overflow"
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=2835 failures=assertion:272
// RUN: %xblock_cc -DFIXED -g -O1 %s -o %t.fixed
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fixed -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t.fixed -- verdict=complete \
// RUN:   schedules=4443 failures=none
//
// The counts: Inputs/expected_counts.py buffer_if buffer_while.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { kSlots = 2, kItemsOfAProducer = 2 }; // a capacity of 1: an empty slot tells full from empty

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items[kSlots];
static int first, last;

static int full(void) { return (last + 1) % kSlots == first; }
static int empty(void) { return first == last; }

static void enqueue(int item) {
  pthread_mutex_lock(&lock);
#ifdef FIXED
  while (full())
#else
  if (full())
#endif
    pthread_cond_wait(&changed, &lock);
  assert(!full() && "buffer overflow");
  items[last] = item;
  last = (last + 1) % kSlots;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static int dequeue(void) {
  pthread_mutex_lock(&lock);
  while (empty())
    pthread_cond_wait(&changed, &lock);
  int item = items[first];
  first = (first + 1) % kSlots;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return item;
}

static void *producer(void *unused) {
  (void)unused;
  for (int i = 0; i < kItemsOfAProducer; i++)
    enqueue(i);
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  for (int i = 0; i < 2 * kItemsOfAProducer; i++)
    dequeue();
  return NULL;
}

int main(void) {
  void *(*const run[3])(void *) = {producer, consumer, producer};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, run[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
