// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Three threads add to a counter 8 times each: 24! / (8!)^3 = 9,465,511,770 orders. A fourth must come between two steps of the first,
// both near the start, where a search that goes back from the end of schedules is only after hours. Sampling finds it.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --max-schedules=2000 -- %t -- verdict=incomplete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --policy=pct --depth=2 -- %t -- verdict=failure failures=assertion "foundAt<=2000"
// RUN: %python %S/Inputs/explore.py %xblock --policy=pos --seed=2 -- %t -- verdict=failure failures=assertion "foundAt<=2000"
// RUN: %python %S/Inputs/explore.py %xblock --policy=surw -- %t -- verdict=failure failures=assertion "foundAt<=2000"
// RUN: %python %S/Inputs/explore.py %xblock --policy=random -- %t -- verdict=failure failures=assertion "foundAt<=2000"
//
// The same seed gives the same bytes, and the schedule that was found replays, as does the shorter one.
// RUN: not %xblock run --policy=pct --depth=2 --json=%t.1.json -- %t > %t.1 2>&1
// RUN: not %xblock run --policy=pct --depth=2 --seed=1 -- %t > %t.2 2>&1
// RUN: cmp %t.1 %t.2
// RUN: FileCheck --check-prefix=FAILS --input-file=%t.1 %s
// RUN: %python -c "import json, sys; f = json.load(open(sys.argv[1]))['failures'][0]; print(f['schedule'], f['foundSchedule'])" %t.1.json > %t.schedules
// RUN: bash -c 'for s in $(cat %t.schedules); do %xblock replay $s -- %t > %t.replay 2>&1; [ $? = 1 ] && FileCheck --check-prefix=REPLAY --input-file=%t.replay %s || exit 1; done'
// FAILS: xblock: failure: assertion in schedule {{[0-9]+}} (pct); --keep-going samples on
// FAILS-NEXT: left: sampled only: {{[0-9]+}} schedules by pct (seed 1, depth 2), {{[0-9]+}} of them distinct, of {{[0-9]+}} classes
// REPLAY: xblock: replay: {{[0-9]+}} blocks, assertion
//
// Without a failure the verdict is incomplete, and says what was sampled and what ended it.
// RUN: bash -c '%xblock run --policy=random --seed=7 --max-schedules=200 --json=%t.json -- %t right > %t.right 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=RIGHT --input-file=%t.right %s
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1])); s = r['sampled']; assert (r['policy'], r['seed'], r['mode'], r['schedules'], s['schedules']) == ('random', 7, 'random', 200, 200) and 'depth' not in r and 1 < s['classes'] <= s['distinct'] <= 200 and not s['atLeast'], r" %t.json
// RIGHT: xblock: incomplete: 200 schedules, 0 failures (random)
// RIGHT-NEXT: left: sampled only: 200 schedules by random (seed 7), {{[0-9]+}} of them distinct, of {{[0-9]+}} classes
// None of 200: at most 1 - 0.025^(1/200).
// RIGHT-NEXT: left: failing: 0 of 200 schedules, a probability of 0 to 0.0183 (95 % confidence)
// RIGHT-NEXT: left: --max-schedules was reached
// RIGHT-NOT: left:
//
// The bound if none is given; and time, which may end after any schedule.
// RUN: bash -c '%xblock run --policy=random -- %t small > %t.small 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=BOUND --input-file=%t.small %s
// BOUND: xblock: incomplete: 10000 schedules, 0 failures (random)
// BOUND: left: 10000 schedules are the bound unless --max-schedules or --time gives another
// RUN: bash -c '%xblock run --policy=pos --time=1 -- %t right > %t.time 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=TIME --input-file=%t.time %s
// TIME: left: sampled only: {{[0-9]+}} schedules by pos (seed 1),
// TIME-NEXT: left: failing: 0 of
// TIME-NEXT: left: --time was reached
//
// How likely a failing schedule is, with the first one that was found; in JSON too.
// RUN: bash -c '%xblock run --policy=surw --keep-going --max-schedules=1000 --json=%t.json -- %t > %t.all 2>&1; [ $? = 1 ]'
// RUN: FileCheck --check-prefix=ALL --input-file=%t.all %s
// ALL: left: failing: {{[1-9][0-9]*}} of 1000 schedules, a probability of {{[0-9.e-]+}} to {{[0-9.e-]+}} (95 % confidence); the
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1])); s = r['sampled']; p = s['probability']; assert s['failing'] == r['failures'][0]['count'] and s['firstFailing'] == r['failures'][0]['foundAt'] and 0 < p['low'] < s['failing'] / 1000 < p['high'] < 1 and p['confidence'] == 0.95, s" %t.json
//
// A search first, for half of the bound or another share; what is left by chance. What a search can do is complete; a failure of the search ends both.
// RUN: bash -c '%xblock run --policy=auto --max-schedules=600 --share=25 -- %t right > %t.auto 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=AUTO --input-file=%t.auto %s
// AUTO: xblock: incomplete: 600 schedules, 0 failures (auto)
// AUTO-NEXT: left: searched: 150 schedules by dpor; {{[0-9]+}} branches were not begun
// AUTO-NEXT: left: sampled only: 450 schedules by {{.*}} (seed 1),
// AUTO-NEXT: left: failing: 0 of 450 schedules
// RUN: %python %S/Inputs/explore.py %xblock --policy=auto --max-schedules=2000 -- %t -- verdict=failure failures=assertion mode=auto "foundAt<=2000" 
// RUN: %python %S/Inputs/explore.py %xblock --policy=auto -- %t small -- verdict=complete schedules=2 mode=dpor
// Its bound ends the search itself, which has nothing left to sample: the verdict is that of auto, though dpor ran all ("(dpor)" was told).
// RUN: bash -c '%xblock run --policy=auto --max-schedules=1 -- %t right > %t.one 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=ONE --input-file=%t.one %s
// ONE: xblock: incomplete: 1 schedule, 0 failures (auto)
// ONE-NEXT: left: --max-schedules was reached; {{[1-9][0-9]*}} branches were not begun
// RUN: %python %S/Inputs/explore.py %xblock --policy=auto --max-schedules=100 --keep-going -- %t racy -- verdict=failure failures=race
// RUN: bash -c '%xblock run --policy=auto --time=2 -- %t right > %t.auto 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=AUTOTIME --input-file=%t.auto %s
// AUTOTIME: left: searched: {{[0-9]+}} schedules by dpor
// AUTOTIME: left: sampled only: {{[1-9][0-9]*}} schedules
// AUTOTIME: left: --time was reached
//
// All failures are counted; results are listed; races are told; an expected result that was not sampled is no failure.
// RUN: %python %S/Inputs/explore.py %xblock --policy=pct --depth=2 --keep-going --max-schedules=500 -- %t -- verdict=failure schedules=500 failures=assertion
// RUN: bash -c '%xblock run --policy=random --max-schedules=300 --outcomes --json=%t.json -- %t racy > %t.racy 2>&1; [ $? = 1 ]'
// RUN: FileCheck --check-prefix=RACY --input-file=%t.racy %s
// RACY: race
// RACY: xblock: failure: {{.*}}data race{{.*}} in 300 schedules (random)
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1])); assert sorted(o['values']['n'] for o in r['outcomes']) == [1, 2], r['outcomes']" %t.json
// RUN: echo '[{"values": {"n": 24}}, {"values": {"n": 99}}]' > %t.expected
// RUN: bash -c '%xblock run --policy=random --max-schedules=20 --expect-outcomes=%t.expected -- %t right > %t.expect 2>&1; [ $? = 2 ]'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <xblock/xblock.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n, unready, times = 8;

static void *add(void *unused) {
  (void)unused;
  for (int i = 0; i < times; i++) {
    pthread_mutex_lock(&lock);
    n++;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void *change(void *right) {
  pthread_mutex_lock(&lock);
  unready = !right;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  unready = 0;
  pthread_mutex_unlock(&lock);
  return add(NULL);
}

static void *look(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  assert(!unready);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *addWithoutLock(void *unused) {
  (void)unused;
  n++;
  return NULL;
}

int main(int argc, char **argv) {
  const char *kind = argc > 1 ? argv[1] : "";
  int small = strcmp(kind, "small") == 0, racy = strcmp(kind, "racy") == 0;
  void *right = argc > 1 ? argv : NULL;
  times = small ? 1 : times;
  pthread_t threads[4];
  int count = 0;
  pthread_create(&threads[count++], NULL, racy ? addWithoutLock : change, right);
  pthread_create(&threads[count++], NULL, racy ? addWithoutLock : add, NULL);
  if (!racy && !small) {
    pthread_create(&threads[count++], NULL, add, NULL);
    pthread_create(&threads[count++], NULL, look, NULL);
  }
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  xblock_outcome("n", n);
  return 0;
}
