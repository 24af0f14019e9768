// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two producers and a consumer of the wait-free queue: what was put in comes out once, that of each producer in order.
#define _LGPL_SOURCE // the functions of the headers, not those of the library
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <urcu/wfcqueue.h>

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfcq_node nodes[3];

static void *one(void *unused) {
  (void)unused;
  cds_wfcq_enqueue(&head, &tail, &nodes[0]);
  cds_wfcq_enqueue(&head, &tail, &nodes[1]);
  return NULL;
}

static void *other(void *unused) {
  (void)unused;
  cds_wfcq_enqueue(&head, &tail, &nodes[2]);
  return NULL;
}

static int seen;
static int take(void) {
  struct cds_wfcq_node *node = cds_wfcq_dequeue_blocking(&head, &tail);
  if (!node)
    return 0;
  long number = node - nodes;
  assert(!(seen & 1 << number) && (number != 0 || !(seen & 2)));
  seen |= 1 << number;
  return 1;
}

int main(void) {
  cds_wfcq_init(&head, &tail);
  for (int i = 0; i < 3; i++)
    cds_wfcq_node_init(&nodes[i]);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  take();
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  while (take()) {
  }
  assert(seen == 7);
  cds_wfcq_destroy(&head, &tail);
}
