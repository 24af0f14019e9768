// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --from=mark and --to=mark: the search is of what runs between xblock_begin() and xblock_end(), and the verdict says so.
// Natively the marks do nothing.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang -I%source_root/include -pthread %s -o %t.native && %t.native && %t.native before
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=36 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --from=mark -- %t -- verdict=complete schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep --from=mark --to=mark -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --from=mark --to=mark -- %t -- verdict=complete schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --to=mark -- %t before -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --from=mark -- %t never -- verdict=incomplete schedules=1 failures=none
// RUN: %xblock run --from=mark --to=mark -- %t 2>&1 | FileCheck %s
// RUN: not %xblock run --from=mark -- %t never 2>&1 | FileCheck --check-prefix=NEVER %s
//
// CHECK: xblock: complete up to what follows: 6 schedules, 0 failures (dpor)
// CHECK-NEXT: up to: one order of the blocks outside xblock_begin() and xblock_end() (--from, --to)
// NEVER: left: --from=mark, and no schedule came to xblock_begin(): nothing was searched
//
// Three threads add to x, and then three others to y: 3! orders of each, 36 in all.
#include "xblock/xblock.h"

#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *add(void *to) {
  pthread_mutex_lock(&mutex);
  ++*(int *)to;
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void three(int *to) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, add, to);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "between";
  if (!strcmp(how, "before"))
    xblock_end();
  three(&x);
  if (!strcmp(how, "between"))
    xblock_begin();
  three(&y);
  if (!strcmp(how, "between"))
    xblock_end();
  return x != 3 || y != 3;
}
