// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Inline assembly that leaves the direction flag set (std) made the runtime's own copies go downwards: an internal error. It is refused where it
// stands; with a cld behind it nothing is wrong.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=unsupported \
// RUN:   "unsupported~inline assembly that leaves the direction flag set \(std\) at .*flag_left_set_is_refused.c:%(line+13) in run"
// RUN: %xblock_cc -g -O1 -DBACK %s -o %t.back
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.back -- verdict=complete
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char table[5000];

static void *run(void *unused) {
#ifdef BACK
  __asm__ volatile("std\n\tcld" ::: "cc");
#else
  __asm__ volatile("std" ::: "cc");
#endif
  pthread_mutex_lock(&lock);
  memset(table, table[1] + 1, sizeof table);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return table[4999] != 2;
}
