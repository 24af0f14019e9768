// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: qsort of so many elements that their size in bytes is no number of 64 bits (one less than none, say) did nothing, and the
// verdict was complete; natively it crashes. And elements of no size were not compared, as they are natively.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t less -- verdict=failure failures=misuse "message~qsort of 18446744073709551615 elements of 4 bytes, which no memory holds"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t less_r -- verdict=failure failures=misuse "message~qsort of 18446744073709551615 elements of 4 bytes, which no memory holds"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t large -- verdict=failure failures=misuse "message~qsort of 4611686018427387904 elements of 4 bytes, which no memory holds"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t sizeless -- verdict=complete "stdout=4 compared, 3 1 2 0\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t none -- verdict=complete "stdout=0 compared, 3 1 2 0\n"
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int numbers[4] = {3, 1, 2, 0}, compared;
static const char *how;

static int compare(const void *a, const void *b) {
  ++compared;
  return *(const int *)a - *(const int *)b;
}
static int compareMore(const void *a, const void *b, void *more) {
  (void)more;
  return compare(a, b);
}

static void *sort(void *u) {
  size_t none = 0;
  if (!strcmp(how, "less"))
    qsort(numbers, none - 1, sizeof *numbers, compare);
  else if (!strcmp(how, "less_r"))
    qsort_r(numbers, none - 1, sizeof *numbers, compareMore, NULL);
  else if (!strcmp(how, "large"))
    qsort(numbers, (size_t)1 << 62, sizeof *numbers, compare);
  else if (!strcmp(how, "sizeless"))
    qsort(numbers, 4, 0, compare);
  else
    qsort(NULL, 0, sizeof *numbers, compare);
  return u;
}

int main(int count, char **arguments) {
  (void)count;
  how = arguments[1];
  pthread_t thread;
  pthread_create(&thread, NULL, sort, NULL);
  pthread_join(thread, NULL);
  printf("%d compared, %d %d %d %d\n", compared, numbers[0], numbers[1], numbers[2], numbers[3]);
  return 0;
}
