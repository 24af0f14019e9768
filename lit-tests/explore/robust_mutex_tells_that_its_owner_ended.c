// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread that ends holding a robust mutex leaves it to the next, who is told so (EOWNERDEAD) and may make it consistent; if it
// does not, nobody gets the mutex any more (ENOTRECOVERABLE).
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: bash -c 'for how in mend lose try timed clock; do %t $how && %t.native $how || exit 1; done'
// RUN: %python %S/Inputs/explore.py %xblock -- %t mend -- verdict=complete schedules=5 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t mend -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t lose -- verdict=complete schedules=5 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t try -- verdict=complete failures=none
// RUN: bash -c 'for wrong in 1 2 4; do %xblock run --quiet -- %t mend $wrong; [ $? = 1 ] || exit 1; done'
// RUN: bash -c 'for wrong in 1 2 4; do %xblock run --quiet -- %t lose $wrong; [ $? = 1 ] || exit 1; done'
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clock -- verdict=complete failures=none
// RUN: bash -c 'for how in timed clock; do for wrong in 1 2; do %xblock run --quiet -- %t $how $wrong; [ $? = 1 ] || exit 1; done; done'
//
// T1 takes the mutex and ends with it; T2 and T3 take it and give it back. The argument is what must not be: that T2 found the
// mutex as it should be (1), that its owner had ended (2), that it was lost (4: only "lose"; "mend": that T3 was told). Schedules:
// T1 first, and then T2 and T3 in either order, for one of them is told; T1 between them, in either order; T1 last, and then
// the order of the other two does not matter: 2 + 2 + 1 = 5.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex;
static const char *how = "mend";
static int seen[2];

static void *end(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

static void *use(void *number) {
  int *mine = &seen[number != NULL];
  struct timespec until = {2000000000, 0};
  int result = !strcmp(how, "try")     ? pthread_mutex_trylock(&mutex)
               : !strcmp(how, "timed") ? pthread_mutex_timedlock(&mutex, &until)
               : !strcmp(how, "clock") ? pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until)
                                       : pthread_mutex_lock(&mutex);
  *mine = result == 0 ? 1 : result == EOWNERDEAD ? 2 : result == ENOTRECOVERABLE ? 4 : 8;
  assert(*mine != 8 || result == EBUSY || result == ETIMEDOUT);
  if (result == EOWNERDEAD && strcmp(how, "lose")) {
    assert(pthread_mutex_consistent(&mutex) == 0);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
  }
  if (*mine < 4)
    assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[3];
  pthread_mutexattr_t attributes;
  int robust = -1, wrong = argc > 2 ? atoi(argv[2]) : -1;
  how = argc > 1 ? argv[1] : how;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  assert(pthread_mutexattr_getrobust(&attributes, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&threads[0], NULL, end, NULL);
  pthread_create(&threads[1], NULL, use, NULL);
  pthread_create(&threads[2], NULL, use, &mutex);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  int lost = !strcmp(how, "lose") && seen[0] + seen[1] == 6, told = !strcmp(how, "mend") && seen[1] == 2;
  assert(wrong == 4 ? !lost && !told : seen[0] != wrong);
  return 0;
}
