// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Lanes of a vector are told of one by one, before the instruction that reads or writes all of them. A block that was cut behind a racing lane ended among them, and the
// next block read what it had not told of (block_ends_behind_a_copy_and_not_in_it.c). That was tested on what the pass makes; here it runs, with every way to search.
// A lane that is off is no access: its pointer may lead nowhere, and who writes there races with nobody.
// RUN: %xblock_cc -g -O2 -w -Wno-error -c %S/Inputs/lanes.ll -o %t.o
// RUN: %xblock_cc -g -O2 %s %t.o -o %t
// RUN: %python %S/Inputs/cases.py %xblock %t.json %s %t %t,lock
// CASE load: 0 0, 5 0, 5 6
// CASE gather: 0 0, 5 0, 5 6
// CASE expand: 0 0, 5 0, 5 6
// CASE plain: 0 0, 5 0, 5 6
// CASE store: 0 0, 1 0, 1 4
// CASE scatter: 0 0, 1 0, 1 4
// CASE compress: 0 0, 1 0, 1 4
// CASE Plain: 0 0, 1 0, 1 4
// CASE load off: 0
// CASE gather off: 0
// CASE store off: 0
// CASE scatter off: 0
// RUN: %xblock run --quiet -- %t load off 2>&1 | FileCheck %s
// RUN: %xblock run --quiet -- %t gather off lock 2>&1 | FileCheck %s
// RUN: %xblock run --quiet -- %t store off lock 2>&1 | FileCheck %s
// RUN: %xblock run --quiet -- %t scatter off 2>&1 | FileCheck %s
// CHECK: complete: 1 schedule, 0 failures
#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef int four __attribute__((vector_size(16)));
typedef int eight __attribute__((vector_size(32), aligned(4)));
extern void load(int *p, four on, int *to), expand(int *p, four on, int *to), gather(int *p[4], four on, int *to);
extern void store(int *p, four on), compress(int *p, four on), scatter(int *p[4], four on);

static int places[16], other[2];
static int *pointers[4] = {&places[1], 0, 0, &places[12]}; // what is off has none
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const char *mode;
static int locks, off, first, second;

static const four kOuter = {-1, 0, 0, -1}, kInner = {0, -1, -1, 0}, kLow = {-1, 0, 0, 0};

// Of an instruction that writes, which value each lane gets.
static int isWriter(void) { return !strcmp(mode, "store") || !strcmp(mode, "scatter") || !strcmp(mode, "compress") || mode[0] == 'P'; }
static int *low(void) { return !strcmp(mode, "gather") || !strcmp(mode, "scatter") ? &places[1] : &places[3]; }
static int *high(void) {
  if (!strcmp(mode, "gather") || !strcmp(mode, "scatter"))
    return &places[12];
  return mode[0] == 'e' || mode[0] == 'c' ? &places[4] : mode[0] == 'p' || mode[0] == 'P' ? &places[10] : &places[6];
}

// One instruction, for two places that others change or see one after the other.
static void *works(void *unused) {
  int seen[8] = {0};
  const four on = off ? kLow : kOuter;
  if (locks)
    pthread_mutex_lock(&m);
  if (!strcmp(mode, "load"))
    load(places + 3, on, seen);
  else if (!strcmp(mode, "gather"))
    gather(pointers, on, seen);
  else if (!strcmp(mode, "expand"))
    expand(places + 3, on, seen);
  else if (!strcmp(mode, "plain"))
    *(eight *)seen = *(volatile eight *)(places + 3);
  else if (!strcmp(mode, "store"))
    store(places + 3, on);
  else if (!strcmp(mode, "scatter"))
    scatter(pointers, on);
  else if (!strcmp(mode, "compress"))
    compress(places + 3, on);
  else
    *(volatile eight *)(places + 3) = (eight){1, 2, 3, 4, 4, 4, 4, 4};
  if (locks)
    pthread_mutex_unlock(&m);
  if (!isWriter()) {
    first = seen[0];
    second = seen[mode[0] == 'p' ? 7 : 3];
  }
  return unused;
}

// Writes the lower place and then the other, or looks at the other first. So the whole instruction comes before both, between them, or after both: three outcomes.
static void *others(void *unused) {
  if (off) { // the place of the lane that is off
    *(volatile int *)high() = 6;
  } else if (isWriter()) {
    second = *(volatile int *)high();
    first = *(volatile int *)low();
  } else {
    *(volatile int *)low() = 5;
    *(volatile int *)high() = 6;
  }
  return unused;
}

int main(int argc, char **argv) {
  mode = argc > 1 ? argv[1] : "load";
  for (int i = 2; i < argc; ++i) {
    locks |= !strcmp(argv[i], "lock");
    off |= !strcmp(argv[i], "off");
  }
  pthread_t a, b;
  pthread_create(&a, NULL, works, NULL);
  pthread_create(&b, NULL, others, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (off) // 0, and 7 or 0 as it was: the other thread's 6 is there, and was not seen
    printf("%d\n", *high() - 6 + (!isWriter() && (first || second != 7)) + (isWriter() && *low() != 1));
  else
    printf("%d %d\n", first, second);
  return 0;
}
