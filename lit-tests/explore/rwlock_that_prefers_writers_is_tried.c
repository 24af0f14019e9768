// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A try to read fails while a writer waits, if writers are preferred, though only readers hold the lock; and a writer that
// gives up, as its time has come, no longer stands in the way.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t 11 -- failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t 00 -- failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 01 -- failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 10 -- failures=none
// RUN: %xblock_cc -g -O1 -DPREFER %s -o %t.prefer
// RUN: %python %S/Inputs/explore.py %xblock -- %t.prefer 11 -- failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t.prefer 00 -- failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t.prefer 01 -- failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.prefer 10 -- failures=assertion
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 assertion -- %t.prefer 10
// RUN: %xblock_cc -g -O1 -DPREFER -DTIMED %s -o %t.timed
// RUN: %python %S/Inputs/explore.py %xblock -- %t.timed 11 -- failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t.timed 00 -- failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t.timed 01 -- failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t.timed 10 -- failures=assertion
//
// Main reads under the lock until the other reader has tried twice: the writer can only ask for it, before, between or after
// the two tries. One that waits for a time only may also have given up again before the second.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

#ifdef PREFER
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#endif

static const char *never; // "01": the first fails, the second does not

static void *writer(void *unused) {
#ifdef TIMED
  struct timespec until = {0, 0};
  if (pthread_rwlock_timedwrlock(&lock, &until))
    return unused;
#else
  pthread_rwlock_wrlock(&lock);
#endif
  pthread_rwlock_unlock(&lock);
  return unused;
}

static int try(void) {
  if (pthread_rwlock_tryrdlock(&lock))
    return 0;
  pthread_rwlock_unlock(&lock);
  return 1;
}

static void *reader(void *unused) {
  int first = try(), second = try();
  assert(!never || never[0] - '0' != first || never[1] - '0' != second);
  return unused;
}

int main(int argc, char **argv) {
  never = argc > 1 ? argv[1] : NULL;
  pthread_t reads, writes;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&writes, NULL, writer, NULL);
  pthread_create(&reads, NULL, reader, NULL);
  pthread_join(reads, NULL);
  pthread_rwlock_unlock(&lock);
  pthread_join(writes, NULL);
}
