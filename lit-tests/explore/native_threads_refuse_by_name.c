// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a run on real threads does not do is refused by name.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: bash -c '%xblock run --policy=native --noise-strength=10001 -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --noise-strength is more than 10000" %t.out'
// RUN: bash -c '%xblock run --policy=native --json=a.1.xblock-native -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --json=a.1.xblock-native could replace the log of a run: give it a name" %t.out'
// RUN: bash -c '%xblock run --policy=native --noise=yield --noise-strength=3 -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --noise-strength is for how long a thread sleeps or waits, and --noise=yield has none do so: leave out one of them$" %t.out'
// RUN: bash -c '%xblock run --policy=native --preemptions=2 -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --preemptions does not go with --policy=native" %t.out'
// RUN: bash -c '%xblock run --policy=native --noise-probability=101 -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q "^xblock: option .noise-probability. is a number from 0 to 100, not .101.$" %t.out'
// RUN: bash -c '%xblock run --policy=native --native-log=%t.none -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "cannot read .*none: No such file" %t.out'
// RUN: bash -c '%xblock run --policy=noise --native-log=x -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --native-log is of --policy=native" %t.out'
// In a comparison, too, they take no option of a search: its line is shown.
// RUN: bash -c '%xblock compare --policies=native --timeouts=3 -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --timeouts does not go with --policy=native: leave it out" %t.out'
// The runtime of searches, if that is loaded.
// RUN: bash -c 'XBLOCK_OPTIONS=policy=native %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --policy=native needs the library of native runs" %t.out'
// --noise=native is another spelling of --policy=native, with mixed noise.
// RUN: bash -c 'cd %t.dir; %xblock run --noise=native --seed=3 --max-schedules=3 -- %t > %t.out 2>&1; [ $? = 2 ] && grep -q "left: sampled only: 3 runs on real threads (seed 3, mixed noise at 10 %%, strength 10)" %t.out'
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --noise=native --max-schedules=3 -- %t > %t.out 2>&1; [ $? = 2 ] && grep -q "3 schedules, 0 failures (native)" %t.out'
// RUN: bash -c 'cd %t.dir; XBLOCK_OPTIONS=noise=native %xblock run --max-schedules=3 -- %t > %t.out 2>&1; [ $? = 2 ] && grep -q "3 schedules, 0 failures (native)" %t.out'
// RUN: bash -c 'for policy in dpor noise pct auto plugin; do %xblock run --noise=native --policy=$policy -- %t > %t.out 2>&1; [ $? = 3 ] && [ "$(cat %t.out)" = "xblock: --noise=native is --policy=native, and this is --policy=$policy: leave out one of them" ] || exit 1; done'
// RUN: bash -c 'cd %t.dir; XBLOCK_OPTIONS=policy=pct %xblock run --noise=native --max-schedules=3 -- %t > %t.out 2>&1; [ $? = 2 ] && grep -q "3 schedules, 0 failures (native)" %t.out'
// RUN: bash -c 'XBLOCK_OPTIONS=noise=native %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --noise=native is --policy=native, which needs the library of native runs" %t.out'
// RUN: bash -c '%xblock compare --noise=native -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --noise=native is --policy=native: have native among --policies, and leave it out" %t.out'
// RUN: bash -c 'for policy in policy noise; do XBLOCK_OPTIONS=$policy=native %xblock replay x1:0 -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q "^xblock: a schedule is of a search, and XBLOCK_OPTIONS has the policy native" %t.out || exit 1; done'
// RUN: bash -c '%xblock run --policy=native --native-log=x --seed=2 -- %t > %t.out 2>&1; [ $? = 3 ] && grep -q -- "^xblock: --seed is of runs with noise, and --native-log replays one: leave it out" %t.out'
// In a run:
// RUN: bash -c '%xblock run --policy=native -- %t atomic > %t.out 2>&1; [ $? = 4 ] && grep -q "^xblock: unsupported: call of xblock_atomic_begin in a run on real threads" %t.out'
// RUN: bash -c '%xblock run --policy=native -- %t cancel > %t.out 2>&1; [ $? = 4 ] && grep -q "^xblock: unsupported: call of pthread_cancel in a run on real threads" %t.out'
//
// Each hook and each function of the runtime of searches that a program may refer to is there. Others are of explore.h, of bodies of hooks, and for debuggers.
// RUN: bash -c 'nm -D --defined-only "%lib_root/libxblock_rt.so" | sed "s/.* //" | grep "^__xblock_" | grep -vE "^__xblock_(body_|read_each|write_each|probe_|result_|explore$|fail$|searches$|debugged$|ends$|stopped$|internal_error$)" | sort > %t.searches'
// RUN: bash -c 'nm -D --defined-only "%lib_root/xblock/native/libxblock_rt.so" | sed "s/.* //" | sort > %t.native; [ $(wc -l < %t.searches) -gt 800 ] && [ -z "$(comm -23 %t.searches %t.native)" ]'
#include <pthread.h>
#include <string.h>
#include <xblock/xblock.h>

static void *nothing(void *argument) { return argument; }

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  if (argc > 1 && strcmp(argv[1], "atomic") == 0) {
    xblock_atomic_begin();
    xblock_atomic_end();
  }
  if (argc > 1 && strcmp(argv[1], "cancel") == 0)
    pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
