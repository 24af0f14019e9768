// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// free of an address on a stack, of a variable, of a misaligned one, or of one where no memory is did nothing while threads were explored.
// RUN: %xblock_cc -g -O0 -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t stack -- verdict=failure failures=heap "message~free of"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t variable -- verdict=failure failures=heap "message~free of"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t odd -- verdict=failure failures=heap "message~free of"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t nowhere -- verdict=failure failures=heap "message~free of 0x4242424240"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t wild -- verdict=failure failures=heap "message~realloc of 0x8123456789abcd00"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(16) char variable[64];

static void *run(void *kind) {
  _Alignas(16) char local[64];
  if (!strcmp(kind, "nowhere"))
    free((char *)0x4242424240);
  if (!strcmp(kind, "wild"))
    realloc((char *)0x8123456789abcd00, 8);
  free(!strcmp(kind, "stack") ? local : !strcmp(kind, "variable") ? variable : (char *)8);
  return 0;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, 0, run, argv[1]);
  pthread_join(thread, 0);
}
