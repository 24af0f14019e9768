// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Runs on real threads go on where they were killed (--resume was refused with --policy=native). What this program chooses is the same in each run of a number, and decides how that
// ends: so the whole report, as text and as JSON, is that of runs left alone, the total, each failure once with its count and its first run, and what the first run and the first failing
// one wrote. The logs that it names replay.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %xblock_cc -g -O1 %s -o %t/program
// RUN: %python %S/Inputs/kill_and_resume.py %xblock 12 1 --policy=native --max-schedules=1200 --noise-probability=0 --keep-going -- ./program | FileCheck %s
// CHECK: killed 12 times, gone on {{[1-9][0-9]*}} times, ended {{[0-9]+}} times: xblock: failure: 3 failures in {{[1-9][0-9]*}} of 1200 schedules (native)
// RUN: bash -c '[ $(ls *.xblock-native | wc -l) = 3 ] && for log in *.xblock-native; do %xblock run --policy=native --native-log=$log -- ./program > again 2>&1; [ $? = 1 ] && grep -q "as in the log" again || exit 1; done'
//
// Ended by a bound, and with a greater one; without --keep-going the first failure ends it, and nothing is left.
// RUN: bash -c '%xblock run --policy=native --max-schedules=20 --noise-probability=0 --frontier=f --keep-going -- ./program > part 2>&1; [ $? = 1 ] && grep -q " of 20 schedules" part'
// RUN: bash -c '%xblock run --policy=native --max-schedules=60 --noise-probability=0 --frontier=f --keep-going --resume -- ./program > parts 2>&1; [ $? = 1 ]'
// RUN: bash -c '%xblock run --policy=native --max-schedules=60 --noise-probability=0 --keep-going -- ./program > whole 2>&1; [ $? = 1 ] && cmp parts whole'
// RUN: bash -c '%xblock run --quiet --policy=native --frontier=g --noise-probability=0 -- ./program > out 2>&1; [ $? = 1 ] && [ ! -e g ]'
// An interrupt ends it with the command that goes on. Runs of other noise, of another program, or without a file are not gone on with.
// RUN: bash -c 'XBLOCK_OPTIONS=frontier-every=5 %xblock run --policy=native --max-schedules=1000000 --frontier=h --keep-going -- ./program > out 2>&1 & while [ ! -e h ]; do sleep 0.01; done; kill -TERM $!; wait $!; [ $? = 1 -o $? = 2 ] && grep -q "left: interrupted" out && grep -qF "go on: xblock run --resume --policy=native --keep-going --max-schedules=1000000 --frontier=h -- ./program" out'
// RUN: bash -c '%xblock run --policy=native --noise=sleep --frontier=h --keep-going --resume -- ./program > out 2>&1; [ $? = 3 ] && grep -q "^xblock: --resume: h: it is of runs with options .policy=native keep-going., and these are .policy=native noise=sleep keep-going." out'
// RUN: bash -c '%xblock run --policy=native --frontier=h --keep-going --resume -- ./program other > out 2>&1; [ $? = 3 ] && grep -q "^xblock: --resume: h: it is of program .program" out'
// RUN: bash -c '%xblock run --policy=native --keep-going --resume -- ./program > out 2>&1; [ $? = 3 ] && grep -q "^xblock: --resume: no native runs of this program" out'
// RUN: bash -c 'echo mine > i; %xblock run --policy=native --frontier=i -- ./program > out 2>&1; [ $? = 3 ] && grep -q "^xblock: --frontier: i is there, and no search is kept in it" out && grep -q mine i'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <xblock/xblock.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *n) {
  pthread_mutex_lock(&lock);
  sum += (int)(long)n;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  unsigned chosen = xblock_choose(7), more = xblock_choose(6);
  pthread_t one, two;
  pthread_create(&one, NULL, add, (void *)1);
  pthread_create(&two, NULL, add, (void *)2);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  printf("sum %d, chosen %u\n", sum, chosen);
  fflush(stdout);
  if (chosen == 3 && more == 0)
    abort();
  if (chosen == 5)
    exit(more < 3 ? 3 : 4);
  return 0;
}
