// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Files that a run is to write are tried before it, by more than permissions: in /proc root may do all, and makes no file (mistakes.py has a line for
// each option). A search went on until it was first saved, or to its end, and nothing was written. What is tried leaves nothing behind.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %xblock_cc -O1 %s -o program && mkdir gone kept
// RUN: %python %S/Inputs/exits.py 3 --one-line %xblock run --json=report --frontier=/proc/xx -- ./program 2>&1 | FileCheck --check-prefix=PROC %s
// PROC: xblock: --frontier: /proc/xx cannot be written: No such file or directory; name another file
// RUN: ls | FileCheck --check-prefix=LEFT %s
// LEFT: {{^}}gone{{$}}
// LEFT-NEXT: {{^}}kept{{$}}
// LEFT-NEXT: {{^}}program{{$}}
// LEFT-NOT: {{.}}
//
// What is there is not changed by the trial, where the run is then refused for another reason.
// RUN: echo earlier > kept/report && %python %S/Inputs/exits.py 3 --one-line %xblock run --json=kept/report --html=/proc/xx -- ./program
// RUN: grep earlier kept/report
//
// Where it comes out only as a file is written, since its folder went meanwhile, the report is told before it.
// RUN: %python %S/Inputs/exits.py 3 %xblock run --junit=gone/report -- ./program gone 2>&1 | FileCheck --check-prefix=GONE %s
// GONE: xblock: complete
// GONE-NEXT: xblock: cannot write gone/report: No such file or directory; check the path and its permissions
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *add(void *unused) {
  pthread_mutex_lock(&m);
  ++n;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  if (argc > 1 && rmdir(argv[1]) != 0)
    return 1;
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  add(NULL);
  pthread_join(other, NULL);
  return n != 2;
}
