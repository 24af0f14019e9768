// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread whose last block only prints, or tells an outcome, and a program that may end before: --mode=sleep took that block for one whose order does not matter, and
// listed only outcomes in which it ran.
//
// ends: "" and "A", of which the thread that prints comes before the end of main or not. two: each of "", "A", "B" and both, whose order is not
// one of schedules. told: with the value or without. joined: "A" only, since main waits for the thread.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: bash -c 'for mode in dpor sleep; do \
// RUN:   for how in "ends 2" "two 4" "told 2" "joined 1"; do \
// RUN:     set -- $how; %xblock run --mode=$mode --outcomes --frontier=none -- %t $1 2>%t.out >/dev/null || exit 1; \
// RUN:     grep -q "^$2 outcome" %t.out || { echo $mode $how; cat %t.out; exit 1; }; \
// RUN:   done; done'
#include <pthread.h>
#include <string.h>
#include <unistd.h>
#include <xblock/xblock.h>

static void *prints(void *text) {
  return (void *)write(1, text, 1);
}
static void *tells(void *unused) {
  xblock_outcome("told", 1);
  return unused;
}

int main(int count, char **arguments) {
  const char *how = count > 1 ? arguments[1] : "";
  pthread_t a, b;
  pthread_create(&a, NULL, strcmp(how, "told") == 0 ? tells : prints, "A");
  if (strcmp(how, "two") == 0)
    pthread_create(&b, NULL, prints, "B");
  if (strcmp(how, "joined") == 0)
    pthread_join(a, NULL);
  return 0;
}
