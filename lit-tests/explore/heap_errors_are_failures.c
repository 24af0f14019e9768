// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Each wrong use of memory that malloc returned is a failure, which names the access or call, where it lies in the block, and
// who allocated and freed that. Bytes are told apart within the 8 that are looked up at once.
// RUN: %xblock_cc -g -O1 -w %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t right -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t freed -- verdict=failure failures=heap \
// RUN:   "message~^use after free: main reads 1 byte at 0x[0-9a-f]+, 12 bytes into a freed block of 40 bytes; freed by main at .*c:[0-9]+, allocated by main at .*c:[0-9]+$"
// RUN: not %xblock run -- %t freed 2>&1 | FileCheck %s --check-prefix=FREED
// FREED: {{^ *}}memory{{$}}
// FREED-NEXT: {{^ *}}freed by main
// FREED-NEXT: #0 giveBack {{.*}}.c:[[#]]
// FREED-NEXT: #1 main {{.*}}.c:[[#]]
// FREED-NEXT: {{^ *}}allocated by main
// FREED-NEXT: #0 make {{.*}}.c:[[#]]
// FREED-NEXT: #1 main {{.*}}.c:[[#]]
// RUN: %python %S/Inputs/explore.py %xblock -- %t behind -- verdict=failure failures=heap \
// RUN:   "message~^heap overflow: main writes 1 byte at 0x[0-9a-f]+, 0 bytes behind a block of 41 bytes; allocated by main at"
// RUN: %python %S/Inputs/explore.py %xblock -- %t across -- verdict=failure failures=heap \
// RUN:   "message~^heap overflow: main writes 4 bytes at 0x[0-9a-f]+, all but the first 2 bytes of them behind a block of 42 bytes;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t before -- verdict=failure failures=heap \
// RUN:   "message~^heap underflow: main reads 1 byte at 0x[0-9a-f]+, 1 byte before a block of 40 bytes;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t nothing -- verdict=failure failures=heap \
// RUN:   "message~^heap overflow: main reads 1 byte at 0x[0-9a-f]+, 0 bytes behind a block of 0 bytes;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t large -- verdict=failure failures=heap \
// RUN:   "message~0 bytes behind a block of 100000 bytes;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t largefreed -- verdict=failure failures=heap \
// RUN:   "message~5000 bytes into a freed block of 100000 bytes;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t shrunk -- verdict=failure failures=heap \
// RUN:   "message~0 bytes behind a block of 8 bytes;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t moved -- verdict=failure failures=heap "message~^use after free: main reads"
// RUN: %python %S/Inputs/explore.py %xblock -- %t twice -- verdict=failure failures=heap \
// RUN:   "message~^double free: free of 0x[0-9a-f]+, a freed block of 40 bytes; freed by main at .*, allocated by main at"
// RUN: %python %S/Inputs/explore.py %xblock -- %t middle -- verdict=failure failures=heap \
// RUN:   "message~^invalid free: free of 0x[0-9a-f]+, 16 bytes into a block of 40 bytes; allocated by main"
// RUN: %python %S/Inputs/explore.py %xblock -- %t stack -- verdict=failure failures=heap \
// RUN:   "message~^invalid free: free of 0x[0-9a-f]+, which no allocation returned$"
// RUN: %python %S/Inputs/explore.py %xblock -- %t reallocfreed -- verdict=failure failures=heap "message~^double free: realloc of"
// RUN: %python %S/Inputs/explore.py %xblock -- %t wild -- verdict=failure failures=heap \
// RUN:   "message~^access of heap memory that was not allocated: main reads 1 byte at 0x610b12345678$"
// Library functions are named.
// RUN: %python %S/Inputs/explore.py %xblock -- %t memchr -- verdict=failure failures=heap \
// RUN:   "message~^heap overflow: main reads [0-9]+ bytes at 0x[0-9a-f]+ \(memchr\), all but the first 40 bytes of them behind a block of 40 bytes;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t strlen -- verdict=failure failures=heap \
// RUN:   "message~main reads [0-9]+ bytes at 0x[0-9a-f]+ \(strlen\), all but the first 4 bytes of them behind a block of 4 bytes;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t snprintf -- verdict=failure failures=heap \
// RUN:   "message~main writes 51 bytes at 0x[0-9a-f]+ \(snprintf\), all but the first 40 bytes of them behind a block of 40 bytes;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t mutex -- verdict=failure failures=heap \
// RUN:   "message~^use after free: main writes 40 bytes at 0x[0-9a-f]+ \(pthread_mutex_lock\), 0 bytes into a freed block of 40 bytes;"
// Before the first thread is created, too.
// RUN: %python %S/Inputs/explore.py %xblock -- %t early -- verdict=failure failures=heap "message~^use after free: main reads 1 byte"
// A failure replays.
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 heap -- %t freed
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile char sink;

static void *nothing(void *argument) { return argument; }

static __attribute__((noinline)) char *make(size_t n) {
  char *p = malloc(n);
  for (size_t i = 0; i < n; ++i)
    p[i] = 'x';
  return p;
}

static __attribute__((noinline)) void giveBack(char *p) { free(p); }

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "right";
#define IS(name) (strcmp(how, #name) == 0)
  char *p = make(IS(behind) ? 41 : IS(across) ? 42 : IS(strlen) ? 4 : 40), *large = make(100000), *q;
  if (IS(early)) {
    giveBack(p);
    sink = p[12];
  }
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  if (IS(right)) {
    sink = p[39];
    memcpy(p + 32, "12345678", 8);
    large[99999] = 1;
  } else if (IS(freed)) {
    giveBack(p);
    sink = p[12];
  } else if (IS(behind)) {
    p[41] = 1;
  } else if (IS(across)) {
    *(int *)(p + 40) = 1;
  } else if (IS(before)) {
    sink = p[-1];
  } else if (IS(nothing)) {
    q = malloc(0);
    sink = q[0];
  } else if (IS(large)) {
    large[100000] = 1;
  } else if (IS(largefreed)) {
    sink = large[5000];
    free(large);
    sink = large[5000];
  } else if (IS(shrunk)) {
    p = realloc(p, 8);
    p[8] = 1;
  } else if (IS(moved)) {
    q = realloc(p, 80);
    sink = p[0];
  } else if (IS(twice)) {
    giveBack(p);
    giveBack(p);
  } else if (IS(middle)) {
    free(p + 16);
  } else if (IS(stack)) {
    int x;
    free(&x);
  } else if (IS(reallocfreed)) {
    giveBack(p);
    p = realloc(p, 80);
  } else if (IS(wild)) {
    sink = *(volatile char *)0x610b12345678;
  } else if (IS(memchr)) {
    sink = memchr(p, 'z', 60) != NULL;
  } else if (IS(strlen)) {
    sink = (char)strlen(p);
  } else if (IS(snprintf)) {
    snprintf(p, 80, "%050d", 1);
  } else if (IS(mutex)) {
    pthread_mutex_init((pthread_mutex_t *)p, NULL);
    giveBack(p);
    pthread_mutex_lock((pthread_mutex_t *)p);
  }
  pthread_join(thread, NULL);
  free(p);
  free(large);
  return 0;
}
