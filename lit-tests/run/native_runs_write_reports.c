// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Runs on real threads write the reports that a search writes (--json, --html, --sarif and --junit were refused with --policy=native): failures, a replay of each,
// nothing found, a bound, an interrupt, going on, what is refused. What nobody knows of real threads is left out. The page is used in a browser by the test below.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %xblock_cc -g -O1 %s -o %t/program
// RUN: %python -B %S/Inputs/native_reports.py %xblock ./program
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xblock/xblock.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *n) {
  pthread_mutex_lock(&one);
  sum += (int)(long)n;
  pthread_mutex_unlock(&one);
  return NULL;
}

/// Twice: a deadlock of one thread.
static void *hang(void *unused) {
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&two);
  return unused;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  unsigned chosen = strcmp(what, "each") == 0 ? xblock_choose(6) : 0;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add, (void *)1);
  pthread_create(&threads[1], NULL, strcmp(what, "hang") == 0 ? hang : add, (void *)2);
  if (strcmp(what, "cancel") == 0)
    pthread_cancel(threads[1]);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  printf("sum %d, chosen %u, <b> & \x01\n", sum, chosen);
  fflush(stdout);
  fprintf(stderr, "told\n");
  if (chosen == 3)
    abort();
  if (chosen == 4)
    raise(SIGSEGV);
  if (chosen == 5)
    exit(7);
  return 0;
}
