// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: malloc_usable_size of an address of the heap where no block begins was an internal error, which ended the process that explores;
// of a block that was given back it was no failure, and of one that another thread may give back the orders of both were one. Of an address outside the heap it was 0, or a crash.
// RUN: %xblock_cc -g -O0 -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t within -- verdict=failure failures=heap \
// RUN:   "message~^invalid pointer: malloc_usable_size of 0x[0-9a-f]+, 16 bytes into a block of 40 bytes; allocated by T1 at"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t freed -- verdict=failure failures=heap \
// RUN:   "message~^use after free: malloc_usable_size of 0x[0-9a-f]+, a freed block of 40 bytes; freed by T1 at .*, allocated by T1 at"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t right -- verdict=complete failures=none
// Two orders, of which one fails, whichever thread is created first.
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t others -- verdict=failure schedules=2 failures=heap:1
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t swapped -- verdict=failure schedules=2 failures=heap:1
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t global -- verdict=failure failures=heap "message~^invalid pointer: malloc_usable_size of 0x[0-9a-f]+, which no allocation returned"
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static char global[64] __attribute__((aligned(16)));
static char *shared;

static void *looks(void *unused) {
  malloc_usable_size(shared);
  return unused;
}
static void *frees(void *unused) {
  free(shared);
  return unused;
}

static void *run(void *kind) {
  if (!strcmp(kind, "global"))
    malloc_usable_size(global);
  char *block = malloc(40);
  if (!strcmp(kind, "within"))
    malloc_usable_size(block + 16);
  if (malloc_usable_size(block) < 40)
    abort();
  free(block);
  if (!strcmp(kind, "freed"))
    malloc_usable_size(block);
  return NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  pthread_t thread, other;
  bool swapped = !strcmp(argv[1], "swapped");
  if (swapped || !strcmp(argv[1], "others")) {
    shared = malloc(40);
    pthread_create(&thread, NULL, swapped ? frees : looks, NULL);
    pthread_create(&other, NULL, swapped ? looks : frees, NULL);
    pthread_join(other, NULL);
  } else
    pthread_create(&thread, NULL, run, argv[1]);
  pthread_join(thread, NULL);
}
