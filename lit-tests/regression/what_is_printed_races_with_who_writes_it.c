// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: what printf, puts, fputs, write and perror read of the program had no place, so that no race was told where another thread writes
// it without a lock, no block ended there, and one of two outcomes was missed in a search that was complete.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t printf -- a b
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t puts -- a b
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t write -- a b
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t fputs -- a b
// RUN: not %xblock run -- %t printf 2>&1 | FileCheck -DLINE=24 %s
// RUN: not %xblock run -- %t perror 2>&1 | FileCheck -DLINE=32 %s
// RUN: %xblock run -- %t ordered 2>&1 | FileCheck --check-prefix=ORDERED %s
// CHECK: data race on buf: T1 reads at {{.*}}.c:[[LINE]]
// ORDERED: xblock: complete
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char buf[8] = "a";
static const char *how;

static void *run(void *unused) {
  if (!strcmp(how, "printf"))
    printf("%s\n", buf);
  else if (!strcmp(how, "puts"))
    puts(buf);
  else if (!strcmp(how, "write"))
    write(1, buf, 1);
  else if (!strcmp(how, "fputs"))
    fputs(buf, stdout);
  else if (!strcmp(how, "perror"))
    perror(buf);
  return unused;
}

int main(int argc, char **argv) {
  how = argc > 1 ? argv[1] : "";
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  if (strcmp(how, "ordered"))
    buf[0] = 'b';
  pthread_join(thread, NULL);
  if (!strcmp(how, "ordered"))
    printf("%s\n", buf);
}
