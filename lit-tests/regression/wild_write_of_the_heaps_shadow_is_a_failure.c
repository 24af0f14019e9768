// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What the program wrote to the heap's own shadow was rolled back and not told: the search was complete, and an overflow behind such a
// write was allowed. For each kind of access, also before there are threads and where the block allocates, which writes there itself.
// RUN: %xblock_cc -g %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t store -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~wild write, of the memory that xblock itself has near 0x6107"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t load -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~wild read, of the memory that xblock itself has near 0x6107"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t atomic -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~wild write, of the memory that xblock itself has near 0x6107"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t fill -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~wild write, of the memory that xblock itself has near 0x6107"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t lock -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~wild write, of the memory that xblock itself has near 0x6107"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t shadow -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~wild write, of the memory that xblock itself has near 0x6106"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t below -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~SIGSEGV: write of address 0x610000001000"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t store alone -- verdict=failure schedules=1 \
// RUN:   failures=signal:1 "message~wild write, of the memory that xblock itself has near 0x6107"
// RUN: %xblock_cc -O2 -g %s -o %t2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t2 store alone -- verdict=failure schedules=1 \
// RUN:   failures=signal:1 "message~wild write, of the memory that xblock itself has near 0x6107"
// RUN: not %xblock run -- %t store 2>&1 | FileCheck %s
// CHECK: goes_wild{{.*}}.c:[[#STORE:]]
// Two orders of two threads; the one in which main is first fails.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
volatile char seen;

static void goes_wild(const char *how) {
  char *block = malloc(24);
  // The byte of what lies behind the block, up to where the next one begins.
  volatile char *wild = (volatile char *)(0x610600000000 + ((unsigned long)block + 24 - 0x610000000000) / 8);
  if (!strcmp(how, "store"))
    *wild = 8;
  else if (!strcmp(how, "load"))
    seen = *wild;
  else if (!strcmp(how, "atomic"))
    __atomic_store_n(wild, 8, __ATOMIC_SEQ_CST);
  else if (!strcmp(how, "fill"))
    memset((char *)wild, 8, 300);
  else if (!strcmp(how, "lock"))
    pthread_mutex_lock((pthread_mutex_t *)((unsigned long)wild & ~63ul));
  else if (!strcmp(how, "shadow"))
    *(volatile char *)(0x610600000000 + ((unsigned long)wild - 0x610000000000) / 8) = 8;
  else if (!strcmp(how, "below"))
    *(volatile char *)0x610000001000 = 8;
  memset(block, 1, 32);
  free(block);
}

static void *run(void *how) {
  pthread_mutex_lock(&m);
  if (count == 1)
    goes_wild(how);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc > 2)
    goes_wild(argv[1]);
  pthread_t other;
  pthread_create(&other, NULL, run, argv[1]);
  pthread_mutex_lock(&m);
  ++count;
  pthread_mutex_unlock(&m);
  pthread_join(other, NULL);
  return 0;
}
