// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two producers and a consumer of a ring with room for two: what was put in comes out once, that of each producer in order.
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>
#include <stddef.h>

#ifndef ENQUEUE
#define ENQUEUE ck_ring_enqueue_mpsc
#endif

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int values[3];

static void *one(void *unused) {
  (void)unused;
  assert(ENQUEUE(&ring, buffer, &values[0]));
  assert(ENQUEUE(&ring, buffer, &values[1]));
  return NULL;
}

static void *other(void *unused) {
  (void)unused;
  assert(ENQUEUE(&ring, buffer, &values[2]));
  return NULL;
}

int main(void) {
  ck_ring_init(&ring, 4);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  void *value;
  int seen = ck_ring_dequeue_mpsc(&ring, buffer, &value) ? 1 << ((int *)value - values) : 0;
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  while (ck_ring_dequeue_mpsc(&ring, buffer, &value)) {
    long number = (int *)value - values;
    assert(!(seen & 1 << number) && (number != 0 || !(seen & 2)));
    seen |= 1 << number;
  }
  assert(seen == 7);
}
