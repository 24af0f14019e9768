// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// memcpy of a length below 0: what it reads and writes was recorded byte by byte before it could fault, for ever, so that the search
// stood still in its first schedule; of the heap the end was computed to lie before the begin, and nothing was outside. A fill of
// 1 TiB reached the explorer's own memory behind the program's globals, and the exploring process died. It is asked first now how much
// memory there is.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t copy -- verdict=failure \
// RUN:   failures=signal:2 "message~SIGSEGV: .* of 18446744073709551615 bytes .a length below 0. at 0x[0-9a-f]*, where less memory is"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t pointer -- verdict=failure \
// RUN:   failures=signal:2 "message~SIGSEGV: .* of 18446744073709551608 bytes .a length below 0. at 0x"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t fill -- verdict=failure \
// RUN:   failures=signal:2 "message~SIGSEGV: write of 1099511627776 bytes at 0x[0-9a-f]*, where less memory is"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --reuse=none --memory=strict -- %t fill -- verdict=failure \
// RUN:   failures=signal:2 "message~SIGSEGV: write of 1099511627776 bytes at 0x"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t heap -- verdict=failure \
// RUN:   failures=heap:2 "message~heap overflow: .* writes 18446744073709551615 bytes .*all but the first 40 bytes of them behind a block of 40 bytes"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t alone -- verdict=failure \
// RUN:   failures=signal:1 "message~SIGSEGV: .* of 18446744073709551615 bytes .a length below 0. at 0x"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t right -- verdict=complete schedules=2
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;
static char from[64], to[64];
static volatile size_t length;
static char *volatile block;
static void *(*volatile copies)(void *, const void *, size_t) = memcpy;

static void misuse(const char *how) {
  if (strcmp(how, "pointer") == 0) {
    length = -8;
    copies(to, from, length);
  } else if (strcmp(how, "fill") == 0) {
    length = (size_t)1 << 40;
    memset(to, 1, length);
  } else if (strcmp(how, "heap") == 0) {
    block = malloc(40);
    length = -1;
    memset(block, 1, length);
    free(block);
  } else if (strcmp(how, "right") != 0) {
    length = -1;
    memcpy(to, from, length);
  }
}

static void *run(void *how) {
  pthread_mutex_lock(&lock);
  int mine = turns++;
  pthread_mutex_unlock(&lock);
  if (mine == 1)
    misuse(how);
  return NULL;
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "alone") == 0)
    misuse("copy");
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, arguments[1]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
