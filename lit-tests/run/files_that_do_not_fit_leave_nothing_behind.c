// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Where a file had no room (a full disk, `ulimit -f`), half a report stayed under its name, over the one before, and FRONTIER.new beside the
// frontier; under `ulimit -f` the signal of that (SIGXFSZ) ended the command, with no verdict. Now each file is written whole or not at all, and
// one line says so.
// RUN: %xblock_cc -O1 %s -o %t.passes && %xblock_cc -O1 -DFAILS %s -o %t.fails
// RUN: %python %S/Inputs/no_room.py %xblock %t.passes %t.fails
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *add(void *unused) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&m);
    ++n;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  add(NULL);
  pthread_join(other, NULL);
#ifdef FAILS
  fputs("wrong\n", stderr);
  abort();
#endif
  if (argc > 1 && !strcmp(argv[1], "silent"))
    return n != 6;
  puts("six of six");
  return argc > 1 ? 5 : n != 6;
}
