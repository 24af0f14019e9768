// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread is to be left between two of its regions, and another to look there: each kind of noise finds it, and without noise no schedule has it, since
// each thread then runs until it cannot. At 20 % a schedule has it with a probability of about 1/10 (1/20 for priority, which is lower only half of
// the time): 500 miss it with less than e^-25.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --policy=noise --noise=sleep --noise-probability=20 -- %t -- verdict=failure failures=assertion "foundAt<=500"
// RUN: %python %S/Inputs/explore.py %xblock --policy=noise --noise=yield --noise-probability=20 -- %t -- verdict=failure failures=assertion "foundAt<=500"
// RUN: %python %S/Inputs/explore.py %xblock --policy=noise --noise=priority --noise-probability=20 -- %t -- verdict=failure failures=assertion "foundAt<=500"
// RUN: %python %S/Inputs/explore.py %xblock --policy=noise --noise-probability=20 -- %t -- verdict=failure failures=assertion "foundAt<=500"
// RUN: bash -c '%xblock run --policy=noise --noise-probability=0 --max-schedules=50 --json=%t.json -- %t > %t.none 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=NONE --input-file=%t.none %s
// NONE: incomplete: 50 schedules, 0 failures (noise)
// NONE-NEXT: left: sampled only: 50 schedules by noise (seed 1, mixed noise at 0 %, strength 10), 1 of
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1])); assert r['policy'] == r['mode'] == 'noise' and r['noise'] == {'kind': 'mixed', 'probability': 0, 'strength': 10} and r['sampled']['distinct'] == 1, r" %t.json
//
// The same seed gives the same bytes; the schedule that was found replays without noise.
// RUN: not %xblock run --policy=noise --noise=sleep --seed=7 --json=%t.1.json -- %t > %t.1 2>&1
// RUN: not %xblock run --policy=noise --noise=sleep --seed=7 -- %t > %t.2 2>&1
// RUN: cmp %t.1 %t.2
// RUN: %python -c "import json, sys; f = json.load(open(sys.argv[1]))['failures'][0]; print(f['schedule'], f['foundSchedule'])" %t.1.json > %t.schedules
// RUN: bash -c 'for s in $(cat %t.schedules); do %xblock replay $s -- %t > %t.replay 2>&1; [ $? = 1 ] && FileCheck --check-prefix=REPLAY --input-file=%t.replay %s || exit 1; done'
// REPLAY: xblock: replay: {{[0-9]+}} blocks, assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int unready;

static void set(int value) {
  pthread_mutex_lock(&lock);
  unready = value;
  pthread_mutex_unlock(&lock);
}

static void *change(void *unused) {
  (void)unused;
  set(1);
  set(0);
  return NULL;
}

static void *look(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  assert(!unready);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, change, NULL);
  pthread_create(&two, NULL, look, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
