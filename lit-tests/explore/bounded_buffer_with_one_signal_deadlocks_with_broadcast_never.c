// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A bounded buffer with one condition variable for two conditions: a signal can wake a producer
// where only the consumer could go on. With broadcast, or with a variable for each condition: no
// failure. Paper 000, figures 4.15 and 4.16.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=deadlock
// RUN: %xblock_cc -DWAKE=pthread_cond_broadcast -g -O1 %s -o %t.broadcast
// RUN: %python %S/Inputs/explore.py %xblock -- %t.broadcast -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t.broadcast -- \
// RUN:   verdict=complete schedules=5626 failures=none
// RUN: %xblock_cc -DTWO_CONDITIONS -g -O1 %s -o %t.two
// RUN: %python %S/Inputs/explore.py %xblock -- %t.two -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t.two -- verdict=complete \
// RUN:   schedules=4348 failures=none
//
// The counts: Inputs/expected_counts.py buffer_broadcast buffer_two_conditions.
#include <pthread.h>
#include <stddef.h>

enum { kSlots = 2, kItemsOfAProducer = 2 }; // a capacity of 1: an empty slot tells full from empty

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
#ifdef TWO_CONDITIONS
static pthread_cond_t other = PTHREAD_COND_INITIALIZER;
static pthread_cond_t *const notFull = &changed, *const notEmpty = &other;
#else
static pthread_cond_t *const notFull = &changed, *const notEmpty = &changed;
#endif
#ifndef WAKE
#define WAKE pthread_cond_signal
#endif
static int items[kSlots];
static int first, last;

static void enqueue(int item) {
  pthread_mutex_lock(&lock);
  while ((last + 1) % kSlots == first)
    pthread_cond_wait(notFull, &lock);
  items[last] = item;
  last = (last + 1) % kSlots;
  WAKE(notEmpty);
  pthread_mutex_unlock(&lock);
}

static int dequeue(void) {
  pthread_mutex_lock(&lock);
  while (first == last)
    pthread_cond_wait(notEmpty, &lock);
  int item = items[first];
  first = (first + 1) % kSlots;
  WAKE(notFull);
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
  void *(*const run[3])(void *) = {producer, producer, consumer};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, run[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
