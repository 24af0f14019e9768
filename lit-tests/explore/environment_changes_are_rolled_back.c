// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The environment is rolled back, and each order of changes explored.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: env GIVEN=yes %t.native alone > %t.expected && env GIVEN=yes %xblock run -- %t alone 2>/dev/null | diff %t.expected -
// RUN: env GIVEN=yes %python %S/Inputs/explore.py %xblock -- %t alone -- verdict=complete failures=none schedules=1
//
// Two threads set one variable: 2 orders, and no race, since setenv takes a lock. Who thinks that the second wins fails in one.
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t both -- verdict=failure failures=assertion:1 schedules=2
// Under the program's lock one sets, changes and removes it, the other looks: 2 orders.
// RUN: %python %S/Inputs/explore.py %xblock -- %t locked -- verdict=complete failures=none schedules=2
// Who looks without a lock races, with putenv as well.
// RUN: %python %S/Inputs/explore.py %xblock -- %t race -- verdict=failure failures=race "message~environment"
// The time zone is libc's.
// RUN: %python %S/Inputs/explore.py %xblock -- %t zone -- verdict=unsupported "unsupported~^a change of TZ while threads are explored at .*back\.c:61 in zone"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char given[] = "GIVEN=put";
static int seen;

static const char *value(const char *name) { return getenv(name) ? getenv(name) : "(none)"; }

static void print(void) {
  printf("%s %s\n", value("GIVEN"), value("NONE"));
  printf("%d %d\n", setenv("GIVEN", "other", 0), setenv("NEW", "new", 0));
  printf("%s %s\n", value("GIVEN"), secure_getenv("NEW"));
  printf("%d %d %d %d\n", setenv("GIVEN", "other", 1), setenv("", "x", 1), setenv("a=b", "x", 1), errno);
  printf("%s %d\n", value("GIVEN"), putenv(given));
  given[6] = 'c';
  printf("%s %d %d\n", value("GIVEN"), unsetenv("NEW"), unsetenv("NONE"));
  printf("%s %d %s %s\n", value("NEW"), putenv("GIVEN"), value("GIVEN"), value(""));
  given[6] = 'p';
  setenv("GIVEN", "again", 1);
  int n = 0;
  for (char **at = environ; *at; ++at)
    n += strncmp(*at, "GIVEN=", 6) == 0;
  printf("%d\n", n);
}

static void *sets(void *to) {
  setenv("ONE", to, 1);
  return NULL;
}
static void *changes(void *unused) {
  pthread_mutex_lock(&lock);
  assert(!getenv("ONE"));
  setenv("ONE", "1", 1), setenv("TWO", "2", 1), setenv("ONE", "11", 1), unsetenv("TWO"), putenv("THREE=3");
  assert(!strcmp(getenv("ONE"), "11") && !getenv("TWO") && !strcmp(getenv("THREE"), "3"));
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *zone(void *unused) {
  setenv("TZ", "UTC", 1);
  return unused;
}
static void *looks(void *unused) {
  pthread_mutex_lock(&lock);
  seen = getenv("ONE") != NULL;
  assert(seen == (getenv("THREE") != NULL) && !getenv("TWO"));
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *peeks(void *unused) {
  seen = getenv("ONE") != NULL;
  return unused;
}
static void *puts_(void *unused) {
  putenv("ONE=1");
  return unused;
}

static void two(void *(*a)(void *), void *forA, void *(*b)(void *), void *forB) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, a, forA);
  pthread_create(&threads[1], NULL, b, forB);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "alone")) {
    print();
    two(peeks, NULL, peeks, NULL);
    print();
    clearenv();
    print();
  }
  if (!strcmp(what, "both")) {
    two(sets, "1", sets, "2");
    assert(!strcmp(getenv("ONE"), "2"));
  }
  if (!strcmp(what, "locked"))
    two(changes, NULL, looks, NULL);
  if (!strcmp(what, "race"))
    two(puts_, NULL, peeks, NULL);
  if (!strcmp(what, "zone"))
    two(zone, NULL, peeks, NULL);
  return 0;
}
