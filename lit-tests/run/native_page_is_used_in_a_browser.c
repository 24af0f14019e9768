// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The page of runs on real threads works in a browser: of failures, of the replay of one, and of runs that do not fail.
// REQUIRES: chromium
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cc -g -O1 %s -o %t.d/p
// RUN: cd %t.d && not %xblock run --policy=native --keep-going --max-schedules=20 --html=page.html -- ./p "</script><img src=x onerror=alert(1)>" && %python -B %S/Inputs/page.py page.html
// RUN: cd %t.d && not %xblock run --policy=native --native-log=p.1.xblock-native --html=page.html -- ./p "</script>" && %python -B %S/Inputs/page.py page.html
// RUN: cd %t.d && not %xblock run --policy=native --max-schedules=2 --html=page.html -- ./p && %python -B %S/Inputs/page.py page.html
#include <pthread.h>
#include <stdio.h>

static void *nothing(void *unused) { return unused; }

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  printf("written: %s\n", argc > 1 ? argv[1] : "");
  return argc > 1 ? 3 : 0;
}
