// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread that asks for a larger stack than it would have could overflow where it does not without xblock: it is refused, and
// the option that gives it that stack is named. A smaller one is given what all have.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=unsupported \
// RUN:   "unsupported~a thread with a stack of 33554432 bytes, which --stack-size=33554432 would give it"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --stack-size=33554432 -- %t -- verdict=complete schedules=1 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --stack-size=65536 -- %t standard -- verdict=complete schedules=1 failures=none
// RUN: bash -c 'for size in 0 65535 1073741825 much; do %xblock run --stack-size=$size -- %t; [ $? = 3 ] || exit 1; done'
//
// The two threads share nothing: 1 schedule.
#include <pthread.h>
#include <stddef.h>

static void *run(void *unused) { return unused; }

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_attr_t attr;
  (void)argv;
  pthread_attr_init(&attr);
  if (argc == 1)
    pthread_attr_setstacksize(&attr, 32 << 20);
  pthread_create(&thread, &attr, run, NULL);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attr);
  return 0;
}
