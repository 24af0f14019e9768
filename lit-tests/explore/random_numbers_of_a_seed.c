// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Numbers that a seed decides are libc's, and rolled back. rand and its like share a state: who draws first gets the first number.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// Each function alone does what it does without xblock, before threads are explored and then.
// RUN: %t.native alone > %t.expected && %xblock run -- %t alone 2>/dev/null | diff %t.expected -
// RUN: %python %S/Inputs/explore.py %xblock -- %t alone -- verdict=complete failures=none schedules=1
//
// Two threads draw twice each, after srand(42): 4! / (2! 2!) = 6 orders; each thread's numbers are compared with all of them.
// RUN: %python %S/Inputs/explore.py %xblock -- %t rand -- verdict=complete failures=none schedules=6
// A table of the program: the same.
// RUN: %python %S/Inputs/explore.py %xblock -- %t table -- verdict=complete failures=none schedules=6
// One seeds, the other draws twice: 3 orders. Who thinks that the seed comes first of all fails in two.
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t seed -- verdict=failure failures=assertion:2 schedules=3
// States of their own: 1.
// RUN: %python %S/Inputs/explore.py %xblock -- %t own -- verdict=complete failures=none schedules=1
// No lock guards drand48's state: threads that draw race. Under a lock, in 2 orders, they do not.
// RUN: %python %S/Inputs/explore.py %xblock -- %t race -- verdict=failure failures=race "message~drand48_state"
// RUN: %python %S/Inputs/explore.py %xblock -- %t locked -- verdict=complete failures=none schedules=2
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *nothing(void *unused) { return unused; }

static void print(void) {
  struct random_data data, other;
  struct drand48_data data48;
  char table[256], small[8], large[200];
  unsigned short x[7] = {1, 2, 3, 4, 5, 6, 7};
  unsigned seed = 7;
  int32_t n;
  long l;
  double d;
  memset(&data, 0, sizeof data);
  memset(&other, 0, sizeof other);
  printf("%d %ld %d %d\n", rand(), random(), rand_r(&seed), rand_r(&seed));
  srand(42);
  for (int i = 0; i < 40; ++i)
    printf("%d ", rand());
  srandom(7);
  printf("%ld %ld\n", random(), random());
  char *old = initstate(5, table, sizeof table);
  printf("%ld %ld", random(), random());
  initstate(6, small, sizeof small);
  printf(" %ld %d", random(), rand());
  setstate(table);
  printf(" %ld", random());
  setstate(old);
  printf(" %ld %d\n", random(), initstate(1, small, 4) == NULL);
  initstate_r(9, large, sizeof large, &data);
  initstate_r(9, small, sizeof small, &other);
  random_r(&data, &n);
  printf("%d ", n);
  srandom_r(11, &data);
  random_r(&data, &n);
  printf("%d ", n);
  random_r(&other, &n);
  printf("%d ", n);
  setstate_r(large, &other);
  random_r(&other, &n);
  printf("%d\n", n);
  printf("%f %ld %ld %f %ld %ld\n", drand48(), lrand48(), mrand48(), erand48(x), nrand48(x), jrand48(x));
  srand48(3);
  printf("%f %d ", drand48(), seed48(x)[0]);
  lcong48(x);
  printf("%f\n", drand48());
  srand48_r(4, &data48);
  drand48_r(&data48, &d), printf("%f ", d);
  lrand48_r(&data48, &l), printf("%ld ", l);
  mrand48_r(&data48, &l), printf("%ld ", l);
  erand48_r(x, &data48, &d), printf("%f ", d);
  nrand48_r(x, &data48, &l), printf("%ld ", l);
  jrand48_r(x, &data48, &l), printf("%ld ", l);
  seed48_r(x, &data48), lrand48_r(&data48, &l), printf("%ld ", l);
  lcong48_r(x, &data48), lrand48_r(&data48, &l), printf("%ld\n", l);
}

static int sequence[4], drawn[2][2];
static char table[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double sum[2];

static void *drawTwice(void *to) {
  int *mine = to;
  mine[0] = rand();
  mine[1] = (int)random();
  return NULL;
}
static void *seeds(void *unused) {
  srand(42);
  return unused;
}
static void *own(void *at) {
  unsigned seed = 1;
  unsigned short x[3] = {1, 2, 3};
  struct drand48_data data;
  srand48_r(1, &data);
  erand48_r(x, &data, at);
  *(double *)at += rand_r(&seed);
  return NULL;
}
static void *draw48(void *at) {
  *(double *)at = drand48();
  return NULL;
}
static void *drawLocked(void *at) {
  pthread_mutex_lock(&lock);
  draw48(at);
  pthread_mutex_unlock(&lock);
  return NULL;
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
    two(nothing, NULL, nothing, NULL);
    print();
  }
  if (!strcmp(what, "rand") || !strcmp(what, "table")) {
    char *old = !strcmp(what, "table") ? initstate(42, table, sizeof table) : NULL;
    srand(42);
    for (int i = 0; i < 4; ++i)
      sequence[i] = rand();
    srand(42);
    two(drawTwice, drawn[0], drawTwice, drawn[1]);
    for (int i = 0, a = 0, b = 0; i < 4; ++i) {
      assert((a < 2 && drawn[0][a] == sequence[i]) || (b < 2 && drawn[1][b] == sequence[i]));
      a < 2 && drawn[0][a] == sequence[i] ? ++a : ++b;
    }
    if (old)
      setstate(old);
  }
  if (!strcmp(what, "seed")) {
    two(seeds, NULL, drawTwice, drawn[0]);
    srand(42);
    assert(rand() == drawn[0][0]);
  }
  if (!strcmp(what, "own")) {
    two(own, &sum[0], own, &sum[1]);
    assert(sum[0] == sum[1]);
  }
  if (!strcmp(what, "race"))
    two(draw48, &sum[0], draw48, &sum[1]);
  if (!strcmp(what, "locked"))
    two(drawLocked, &sum[0], drawLocked, &sum[1]);
  return 0;
}
