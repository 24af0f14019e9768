// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: puts, fputs and perror told of the characters of a text that they print to stdout or stderr, and not of the zero behind them. Where
// another thread writes over that, both orders are to be run, and one was; a text in a block without room for its zero was no overflow.
// RUN: %xblock_cc -g -O0 -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t puts -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t fputs -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t empty -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t perror -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t overflow -- verdict=failure failures=heap \
// RUN:   "message~^heap overflow: T1 reads 6 bytes at 0x[0-9a-f]+ \(puts\), all but the first 5 bytes of them behind a block of 5 bytes"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *how;
static char text[8] = "abc";
#define IS(name) (strcmp(how, name) == 0)

static void *print(void *unused) {
  pthread_mutex_lock(&lock);
  if (IS("fputs"))
    fputs(text, stdout);
  else if (IS("perror"))
    perror(text);
  else if (!IS("overflow"))
    puts(text);
  pthread_mutex_unlock(&lock);
  if (IS("overflow")) {
    char *block = malloc(5);
    memset(block, 'x', 5);
    puts(block);
    free(block);
  }
  return unused;
}

static void *change(void *unused) {
  pthread_mutex_lock(&lock);
  text[IS("empty") || IS("perror") ? 0 : 3] = 'd';
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  (void)argc;
  how = argv[1];
  if (IS("empty") || IS("perror"))
    memset(text, 0, sizeof text);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, print, NULL);
  pthread_create(&threads[1], NULL, change, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
}
