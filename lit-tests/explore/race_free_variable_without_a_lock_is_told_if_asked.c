// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --check=lockset tells of each variable that no lock protects at all accesses, also where there is
// no race: the order of these accesses is made by a flag.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t -- verdict=failure \
// RUN:   failures=lockset "message~no lock protects handed at all accesses: .*holding mutex lock.*holding nothing"
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int kept, handed;
static atomic_int ready;

static void *give(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  kept++;
  handed = 1;
  pthread_mutex_unlock(&lock);
  ready = 1;
  return NULL;
}

static void *take(void *unused) {
  (void)unused;
  if (ready)
    handed++;
  pthread_mutex_lock(&lock);
  kept++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, give, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
