// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What XBLOCK_OPTIONS says of another policy than that of the command line is left out. It was refused, in the words of a mistake on the command line.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: bash -c 'run() { XBLOCK_OPTIONS="$1" %xblock run --quiet --max-schedules=3 "${@:2}" -- %t 2>&1 | grep -q "($policy)" || { echo "$@"; exit 1; }; }; \
// RUN:   policy=random; run "policy=pct depth=3" --policy=random; run noise=native --policy=random; run "policy=noise noise=sleep noise-strength=3" --policy=random; \
// RUN:   run "mode=exitblock preemptions=2" --policy=random; run "policy=auto share=20 seed=3" --policy=random; \
// RUN:   policy=native; run "policy=dpor" --noise=native; run "policy=pct depth=3" --noise=native; run "mode=sleep" --policy=native; run noise=native; \
// RUN:   policy=exitblock; run "policy=random seed=3" --mode=exitblock; \
// RUN:   policy=dpor; run "policy=native noise-probability=20" --policy=dpor; run "policy=pct depth=3 seed=2" --preemptions=1; run "policy=random first-schedule=3" --policy=dpor'
// Both on the command line, or both in the environment, contradict each other.
// RUN: bash -c '%xblock run --noise=native --policy=pct -- %t 2> out; [ $? = 3 ] && grep -q "^xblock: --noise=native is --policy=native, and this is --policy=pct: leave out one of them" out'
// RUN: bash -c 'XBLOCK_OPTIONS="noise=native policy=pct" %xblock run -- %t 2> out; [ $? = 3 ] && grep -q "^xblock: XBLOCK_OPTIONS: --noise=native is --policy=native, and this is --policy=pct: leave out one of them" out'
// RUN: bash -c 'XBLOCK_OPTIONS="policy=random" %xblock run --depth=3 -- %t 2> out; [ $? = 3 ] && grep -q "^xblock: --depth is of --policy=pct, and this is --policy=random" out'
// RUN: bash -c '%xblock run --policy=random --depth=3 -- %t 2> out; [ $? = 3 ] && grep -q "^xblock: --depth is of --policy=pct" out'
// RUN: bash -c 'XBLOCK_OPTIONS="depth=3" %xblock run -- %t 2> out; [ $? = 3 ] && grep -q "^xblock: --depth is of schedules by chance" out'
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *unused) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&lock);
    ++sum;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
