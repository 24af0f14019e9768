// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// native THREADS EVENTS [locked]: each thread reads and writes a variable of its own, or takes and
// gives back a lock of its own, EVENTS times in all, and does nothing else.
#include <pthread.h>
#include <stdlib.h>

static long events;
static int locked;
static struct {
  _Alignas(64) volatile int value;
  pthread_mutex_t lock;
} counters[64];

static void *count(void *number) {
  volatile int *value = &counters[(long)number].value;
  pthread_mutex_t *lock = &counters[(long)number].lock;
  for (long i = 0; i < events; i += 2)
    if (locked) {
      pthread_mutex_lock(lock);
      pthread_mutex_unlock(lock);
    } else {
      *value = *value + 1;
    }
  return NULL;
}

int main(int argc, char **argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 1;
  events = argc > 2 ? atol(argv[2]) : 1000;
  locked = argc > 3;
  pthread_t others[64];
  for (int i = 0; i < threads; i++)
    pthread_mutex_init(&counters[i].lock, NULL);
  for (long i = 1; i < threads; i++)
    pthread_create(&others[i], NULL, count, (void *)i);
  count((void *)0);
  for (int i = 1; i < threads; i++)
    pthread_join(others[i], NULL);
  return 0;
}
