// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Reaching a function that is not modelled stops the run, and says its name, file and line.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=unsupported failures=none \
// RUN:   "unsupported~sem_unlink.*refused_function_stops_with_its_name_and_line\.c:25"
// RUN: %xblock_cc -O2 %s -o %t.nodebug
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.nodebug -- verdict=unsupported \
// RUN:   "unsupported~sem_unlink.*\.c"
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  sem_unlink("/none");
  pthread_join(thread, NULL);
  return 0;
}
