// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: where there is much memory to look at, leaks are looked for in one schedule, and were not as it ran again: the verdict was
// unsupported, as if the program had done something else. What libraries had allocated and the model gave back for them was still looked
// through (folders), until a read of it failed.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=failure failures=heap schedules=1
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t -- verdict=failure failures=heap schedules=1
// RUN: not %xblock run -- %t 2>&1 | FileCheck %s
// CHECK: memory leak: nothing points to 80 bytes in 1 block; allocated by T1
// CHECK: xblock: failure
// RUN: not %xblock run -- %t folders 2>&1 | FileCheck --implicit-check-not=unsupported %s
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char text[200000];
static void *volatile kept;
static int folders;

static void *lose(void *u) {
  size_t n = 0;
  kept = malloc(80);
  kept = NULL;
  for (int i = 0; i < 20 * folders; ++i) {
    struct dirent **names;
    char path[4096];
    int count = scandir(".", &names, NULL, alphasort);
    for (int k = 0; k < count; ++k)
      free(names[k]);
    free(names);
    FILE *file = tmpfile();
    n += fprintf(file, "%d", i) + (realpath(".", path) != NULL);
    fclose(file);
  }
  for (int i = 0; i < 2000; ++i)
    n += snprintf(text + n, sizeof text - n, "%d\n", i);
  return u;
}

int main(int argc, char **argv) {
  pthread_t t;
  folders = argc - 1;
  pthread_create(&t, NULL, lose, NULL);
  pthread_join(t, NULL);
  fputs(text, stdout);
}
