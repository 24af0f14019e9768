// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Of a source with an absolute path that begins as the folder does where it was compiled, places had the end of the path only, so that
// the page did not find it. The same in a folder beside it, and relative to that.
// RUN: rm -rf %t && mkdir -p %t/src %t/build && cp %s %t/src/test.c && cd %t/build
// RUN: %xblock_cc -g %t/src/test.c -o absolute && not %xblock run --json=report.json -- ./absolute
// RUN: FileCheck --input-file=report.json --check-prefix=ABSOLUTE %s
// ABSOLUTE: "text": "write x",
// ABSOLUTE-NEXT: "file": "/{{.*}}/src/test.c",
// RUN: %xblock_cc -g ../src/test.c -o relative && not %xblock run --json=report.json -- ./relative
// RUN: FileCheck --input-file=report.json --check-prefix=RELATIVE %s
// RELATIVE: "text": "write x",
// RELATIVE-NEXT: "file": "../src/test.c",
#include <pthread.h>

static int x;

static void *run(void *unused) {
  ++x;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  ++x;
  pthread_join(thread, NULL);
}
