// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The data in the page of --html: that of --json but for the seconds, steps with values of each finding, the source around each line,
// and the schedules of a small search, with those that were cut as redundant. The same bytes in each run, and with --restore=reexecute.
// RUN: rm -rf %t.d && mkdir %t.d && cp %s %t.d/lost.c
// RUN: cd %t.d && %xblock_cc -g -O1 lost.c -o p && touch -d "2001-01-01" lost.c
// RUN: cd %t.d && not %xblock run --keep-going --html=page.html --json=report.json -- ./p
// RUN: cd %t.d && %python %S/Inputs/page_data.py page.html report.json lost.c "assertion: 0, 1, x: 1 -> 1" \
// RUN:   "1 completed x1:0.1x3.2x3.0" "2 failed x1:0.1.2.1x2.2x2.0" "3 failed x1:0.1.2x2.1x2.2.0" "4 completed x1:0.2x2.1x3.2.0"
// RUN: cd %t.d && not %xblock run --keep-going --html=again.html -- ./p && cmp page.html again.html
// RUN: cd %t.d && not %xblock run --keep-going --restore=reexecute --html=again.html -- ./p && cmp page.html again.html
//
// As paper 001 has it, 4 of 8 schedules end where only main is left, which is delayed.
// RUN: cd %t.d && not %xblock run --mode=exitblock-rw --keep-going --html=page.html --json=report.json -- ./p
// RUN: cd %t.d && %python %S/Inputs/page_data.py page.html report.json lost.c "assertion: 0, 1, x: 1 -> 1" completed=2 failed=2 redundant=4
//
// The race is found in the first schedule; the search begins anew. Both accesses are marked.
// RUN: cd %t.d && not %xblock run --html=page.html --json=report.json -- ./p race
// RUN: cd %t.d && %python %S/Inputs/page_data.py page.html report.json lost.c "race: 1, 2, x: 0 -> 1" completed=6
//
// 720 orders of 6 threads are too many to be drawn, and the source may be gone, or changed since.
// RUN: cd %t.d && %xblock run --html=page.html --json=report.json -- ./p 6
// RUN: cd %t.d && %python %S/Inputs/page_data.py page.html report.json "" "" "The tree of schedules is left out: there are more than 500 schedules, or than 40000 blocks in them."
// RUN: cd %t.d && touch lost.c && not %xblock run --html=page.html --json=report.json -- ./p && %python %S/Inputs/page_data.py page.html report.json newer:lost.c ""
// RUN: cd %t.d && rm lost.c && not %xblock run --html=page.html --json=report.json -- ./p && %python %S/Inputs/page_data.py page.html report.json "" ""
// RUN: cd %t.d && mkfifo lost.c && not %xblock run --html=page.html --json=report.json -- ./p && %python %S/Inputs/page_data.py page.html report.json "" ""
//
// RUN: cd %t.d && not %xblock run --html=no/such/folder/page.html -- ./p 6 2>&1 | FileCheck --check-prefix=NOWHERE %s
// NOWHERE: xblock: cannot write no/such/folder/page.html: No such file or directory; check the path and its permissions
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, threads, races;

static void *increment(void *unused) {
  if (races) {
    ++x;
    return unused;
  }
  if (threads) {
    pthread_mutex_lock(&m);
    x *= 2;
    pthread_mutex_unlock(&m);
    return unused;
  }
  pthread_mutex_lock(&m);
  int y = x;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x = y + 1;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  if (argc > 1)
    threads = atoi(argv[1]);
  races = argc > 1 && !threads;
  pthread_t all[6];
  for (int i = 0; i < (threads ? threads : 2); i++)
    pthread_create(&all[i], NULL, increment, NULL);
  for (int i = 0; i < (threads ? threads : 2); i++)
    pthread_join(all[i], NULL);
  assert(threads || races || x == 2);
  return 0;
}
