// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Structures that are passed or returned by value are read, or written, as one, where the call makes its copy. Blocks that were cut among several arguments went on without them
// (block_ends_behind_a_copy_and_not_in_it.c); what the pass makes of arguments had a test, and no run of a program but of two arguments: here are one of a variable, of
// the heap, of a variable list, one whose copy is changed, several, and a result, with every way to search.
// RUN: %xblock_cc -g -O2 %s -o %t
// RUN: %xblock_cc -g -O0 %s -o %t.0
// RUN: %python %S/Inputs/cases.py %xblock %t.json %s %t %t,lock %t.0 %t.0,lock
// CASE argument: 0 0, 1 0, 1 1
// CASE heap: 0 0, 1 0, 1 1
// CASE variadic: 0 0, 1 0, 1 1
// CASE several: 0 0, 0 1, 1 1
// CASE changed: 9 0 0, 9 1 0
// CASE result: 0 0, 1 0, 1 1
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAST 199
struct wide {
  char bytes[LAST + 1];
};
static struct wide one, other, *heap;
static const struct wide ones = {.bytes = {[0] = 1, [LAST] = 1}};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const char *mode;
static int locks, first, last, third;

#define APART __attribute__((noinline))
APART static void take(struct wide a) {
  first = a.bytes[0];
  last = a.bytes[LAST];
}
APART static void takeSeveral(struct wide a, int n, struct wide b) {
  first = a.bytes[n];
  last = b.bytes[LAST - n];
}
APART static void takeList(int n, ...) {
  va_list list;
  va_start(list, n);
  struct wide a = va_arg(list, struct wide);
  va_end(list);
  take(a);
}
APART static void change(struct wide a) {
  ((volatile char *)a.bytes)[0] = 9;
  take(a);
}
APART static struct wide give(void) { return ones; }

static void *works(void *unused) {
  if (locks)
    pthread_mutex_lock(&m);
  switch (mode[0]) {
  case 'a':
    take(one);
    break;
  case 'h':
    take(*heap);
    break;
  case 'v':
    takeList(1, one);
    break;
  case 's': // b is copied together with a
    takeSeveral(one, 0, other);
    break;
  case 'c':
    change(one);
    break;
  case 'r':
    other = give();
  }
  if (locks)
    pthread_mutex_unlock(&m);
  return unused;
}

// Two accesses, one after the other. The copy comes before both, between them or behind both: three outcomes.
static void *others(void *unused) {
  volatile char *low = mode[0] == 'h' ? heap->bytes : one.bytes;
  switch (mode[0]) {
  case 's': // the other way round
    ((volatile char *)other.bytes)[LAST] = 1;
    low[0] = 1;
    break;
  case 'c': // the caller's structure stays as it is: the copy comes before or behind the write
    low[LAST] = 1;
    third = low[0];
    break;
  case 'r':
    last = ((volatile char *)other.bytes)[LAST];
    first = ((volatile char *)other.bytes)[0];
    break;
  default:
    low[0] = 1;
    low[LAST] = 1;
  }
  return unused;
}

int main(int argc, char **argv) {
  mode = argc > 1 ? argv[1] : "argument";
  locks = argc > 2;
  heap = calloc(1, sizeof *heap);
  pthread_t a, b;
  pthread_create(&a, NULL, works, NULL);
  pthread_create(&b, NULL, others, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (mode[0] == 'c')
    printf("%d %d %d\n", first, last, third);
  else
    printf("%d %d\n", first, last);
  free(heap);
  return 0;
}
