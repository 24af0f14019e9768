// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// pthread_tryjoin_np, pthread_timedjoin_np and pthread_clockjoin_np find a thread that has ended, or one that still runs.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: bash -c 'for how in try timed clock loop; do %t.native $how || exit 1; done'
// RUN: %python %S/Inputs/explore.py %xblock -- %t try -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t clock -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t try -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t loop -- verdict=complete schedules=5 failures=none
// RUN: bash -c 'for how in try timed clock; do for wrong in 0 1; do %xblock run --quiet -- %t $how $wrong; [ $? = 1 ] || exit 1; \
// RUN:   done; done'
// RUN: %python %S/Inputs/explore.py %xblock -- %t detached -- verdict=failure failures=misuse \
// RUN:   "message~^pthread_tryjoin_np of T1, which is detached"
// RUN: %python %S/Inputs/explore.py %xblock -- %t twice -- verdict=failure failures=misuse \
// RUN:   "message~^pthread_timedjoin_np of T1, which was joined before"
//
// The second argument is what must not be: that it was joined (0), that it still ran (1). Schedules: the end of T1 before or after,
// 2; "loop": it still runs 0, 1, 2, 3 or 4 times, and then the loop is seen to wait for its end: 5.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int done;
static void *run(void *unused) {
  done = 1;
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  struct timespec until;
  const char *how = argc > 1 ? argv[1] : "try";
  int wrong = argc > 2 ? atoi(argv[2]) : -1, error;
  void *result = NULL;
  assert(pthread_tryjoin_np(pthread_self(), &result) == EBUSY);
  pthread_create(&thread, NULL, run, &done);
  clock_gettime(strcmp(how, "clock") ? CLOCK_REALTIME : CLOCK_MONOTONIC, &until);
  until.tv_sec++;
  if (!strcmp(how, "detached"))
    pthread_detach(thread);
  if (!strcmp(how, "twice"))
    pthread_join(thread, NULL);
  do
    error = !strcmp(how, "timed") || !strcmp(how, "twice") ? pthread_timedjoin_np(thread, &result, &until)
            : !strcmp(how, "clock")                        ? pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &until)
                                                           : pthread_tryjoin_np(thread, &result);
  while (error && !strcmp(how, "loop"));
  if (error) {
    assert(error == (strcmp(how, "timed") && strcmp(how, "clock") ? EBUSY : ETIMEDOUT));
    assert(result == NULL);
    pthread_join(thread, &result);
  }
  assert(result == &done && done);
  assert(wrong != (error != 0));
  return 0;
}
