// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: aligned_alloc and memalign took an alignment that is no power of two as it is. The block began at an odd place, its free was
// an invalid one, and where glibc gives a multiple of the next power of two it was none. One that is too large was no error of its own.
// RUN: %xblock_cc -g -O0 -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t -- verdict=complete schedules=1 failures=none
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void use(char *block, size_t n, size_t alignment) {
  assert(block && (uintptr_t)block % alignment == 0);
  memset(block, 1, n);
  assert(malloc_usable_size(block) >= n);
  free(block);
}

static void *run(void *unused) {
  use(aligned_alloc(24, 48), 48, 32);
  use(aligned_alloc(0, 7), 7, 16);
  use(aligned_alloc(3, 7), 7, 16);
  use(memalign(100, 50), 50, 128);
  use(memalign(5000, 100), 100, 8192);
  use(realloc(memalign(24, 8), 100000), 100000, 16);
  errno = 0;
  void *none = aligned_alloc(SIZE_MAX / 2 + 2, 8);
  assert(!none && errno == EINVAL);
  errno = 0;
  none = memalign(SIZE_MAX / 4 + 2, 8);
  assert(!none && errno == ENOMEM);
  return unused;
}

int main(void) {
  run(NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
