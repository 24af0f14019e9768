// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// On real threads: each thread adds by a load and a store, which are events, and with noise at half of them a run loses an update with a probability
// of at least 1/20 (about 1/5 on two processors): 2,000 runs miss it with less than e^-100. Then the log makes each run lose it.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --noise-probability=50 --max-schedules=2000 -- %t > out 2>&1; [ $? = 1 ]'
// RUN: FileCheck --check-prefix=FOUND --input-file=%t.dir/out %s
// FOUND: abort: died of SIGABRT
// FOUND-NEXT:   in schedule {{[0-9]+}}
// FOUND-NEXT:   output
// FOUND-NEXT:     | {{.*}}Assertion `x == 2' failed.
// FOUND-NEXT:   replay
// FOUND-NEXT:     xblock run --policy=native --native-log={{.*}}.xblock-native -- {{.*}}
// FOUND:      xblock: failure: abort in schedule {{[0-9]+}} (native); --keep-going samples on
// RUN: bash -c 'cd %t.dir; for i in {1..20}; do %xblock run --policy=native --native-log=$(ls *.xblock-native) -- %t > out 2>&1; [ $? = 1 ] && FileCheck --check-prefix=AGAIN --input-file=out %s || exit 1; done'
// AGAIN: Assertion `x == 2' failed.
// AGAIN: xblock: replay: {{[0-9]+}} events, abort, as in the log (native)
//
// Without a race no run fails, and nothing is proved: the verdict is incomplete. A log of another program does not fit.
// RUN: %xblock_cc -g -O1 -DRIGHT %s -o %t.right
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --noise-probability=50 --max-schedules=200 -- %t.right > out 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=RIGHT --input-file=%t.dir/out %s
// RIGHT: xblock: incomplete: 200 schedules, 0 failures (native)
// RIGHT-NEXT: left: sampled only: 200 runs on real threads (seed 1, mixed noise at 50 %, strength 10)
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --stuck-seconds=2 --native-log=$(ls *.xblock-native) -- %t.right > out 2>&1; [ $? = 3 ] && grep -q "does not fit" out'
// A log that was cut off or changed is told so, and not run as one that does not fit.
// RUN: bash -c 'cd %t.dir; log=$(ls *.xblock-native); n=$(wc -l < $log); for i in $(seq 1 $((n - 1))); do head -n $i $log > bad; %xblock run --policy=native --native-log=bad -- %t > out 2>&1; [ $? = 3 ] && [ $(wc -l < out) = 1 ] && grep -q "^xblock: --native-log: .bad. was cut off or changed since it was written" out || exit 1; done'
// RUN: bash -c 'cd %t.dir; log=$(ls *.xblock-native); for change in "0,/turn 1 /s//turn 2 /" "3d" "3p" "s/SIGABRT/SIGSEGV/" "s/^end ./end x/" "3i result 1"; do sed "$change" $log > bad; %xblock run --policy=native --native-log=bad -- %t > out 2>&1; [ $? = 3 ] && [ $(wc -l < out) = 1 ] && grep -q "^xblock: --native-log: .bad. was cut off or changed since it was written" out || exit 1; done'
// RUN: bash -c 'cd %t.dir; log=$(ls *.xblock-native); (cat $log; echo more) > bad; %xblock run --policy=native --native-log=bad -- %t > out 2>&1; [ $? = 3 ] && grep -q "bad. was cut off or changed" out; %xblock run --policy=native --native-log=$log -- %t > out 2>&1; [ $? = 1 ]'
// One of the first version, which had no checksum, and what never was one.
// RUN: bash -c 'cd %t.dir; sed "1s/4$/1/; s/^end .*/end/" $(ls *.xblock-native) > bad; %xblock run --policy=native --native-log=bad -- %t > out 2>&1; [ $? = 3 ] && [ $(wc -l < out) = 1 ] && grep -q "^xblock: --native-log: .bad. is of another version of xblock, whose logs have the version 1 instead of 4: have --policy=native find the failure again" out'
// RUN: bash -c 'cd %t.dir; for text in "" "x1:0.1" "xblock native"; do printf "%%s" "$text" > bad; %xblock run --policy=native --native-log=bad -- %t > out 2>&1; [ $? = 3 ] && grep -q "^xblock: --native-log: .bad. is no log of a native run, which begins with the line .xblock native log 4.: give one that --policy=native wrote" out || exit 1; done'
// One with other ends of lines, and one without its first line, were told to be of another version, and cut off.
// RUN: bash -c 'cd %t.dir; sed "s/$/\r/" $(ls *.xblock-native) > bad; %xblock run --policy=native --native-log=bad -- %t > out 2>&1; [ $? = 3 ] && [ $(wc -l < out) = 1 ] && grep -q "^xblock: --native-log: .bad. has line ends of two characters (CRLF)" out'
// RUN: bash -c 'cd %t.dir; sed 1d $(ls *.xblock-native) > bad; %xblock run --policy=native --native-log=bad -- %t > out 2>&1; [ $? = 3 ] && [ $(wc -l < out) = 1 ] && grep -q "^xblock: --native-log: .bad. is no log of a native run" out'
// A log is no schedule: the command that runs it is told.
// RUN: bash -c 'cd %t.dir; log=$(ls *.xblock-native); cp $log renamed; for name in $log renamed; do %xblock replay $name -- %t > out 2>&1; [ $? = 3 ] && [ $(wc -l < out) = 1 ] && grep -q -- "^xblock: $name is the log of a run on real threads, and no schedule: run it again by xblock run --policy=native --native-log=$name -- PROGRAM" out || exit 1; done'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
  (void)unused;
#ifdef RIGHT
  pthread_mutex_lock(&lock);
#endif
  x = x + 1;
#ifdef RIGHT
  pthread_mutex_unlock(&lock);
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_mutex_destroy(&lock);
  assert(x == 2);
  return 0;
}
