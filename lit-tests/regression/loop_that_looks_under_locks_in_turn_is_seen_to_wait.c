// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A row of different locks, each taken and given back, is taken for a loop only after eight of them; a loop that looks under several
// locks in turn is seen to wait all the same, and is a livelock if nobody ends it. A row that is no loop goes on to its end.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 2 ends -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 3 ends -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 2 never -- verdict=failure failures=livelock
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 3 never -- verdict=failure failures=livelock
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t 3 never -- verdict=failure failures=livelock
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 12 row -- verdict=complete failures=none
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 12 };
static pthread_mutex_t locks[kMost]; // zero bytes are unlocked mutexes
static int flags[kMost], looks;

static void *set(void *last) {
  int i = *(int *)last;
  pthread_mutex_lock(&locks[i]);
  flags[i] = 1;
  pthread_mutex_unlock(&locks[i]);
  return NULL;
}

static int look(int i) {
  pthread_mutex_lock(&locks[i]);
  int seen = flags[i];
  pthread_mutex_unlock(&locks[i]);
  return seen;
}

int main(int argc, char **argv) {
  assert(argc == 3);
  int count = atoi(argv[1]), last = count - 1;
  int never = !strcmp(argv[2], "never"), row = !strcmp(argv[2], "row");
  pthread_t thread;
  pthread_create(&thread, NULL, set, &last);
  for (int found = 0; !found && !row;)
    for (int i = 0; i < count - never && !found; i++)
      found = look(i);
  for (int i = 0; i < count && row; i++)
    looks += look(i);
  pthread_join(thread, NULL);
  assert(looks <= 1);
  return 0;
}
