// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Sampling ends once all that is known is covered, or after some schedules that covered no more; noise goes where something is not covered yet.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cc -g -O1 %s -o %t
//
// Of the functions that threads stand in, first() and second() can be interrupted, and executed without; main cannot run through, since it waits for both:
// so sampling ends after N schedules that covered no more. The default is 100.
// RUN: bash -c '%xblock run --policy=random --until-coverage -- %t > %t.1 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=VAIN --input-file=%t.1 %s
// VAIN: left: --until-coverage: 100 schedules in a row covered no more functions
// VAIN: coverage: 3 of 3 functions interrupted, 2 of 3 executed without
// RUN: bash -c '%xblock run --policy=random --until-coverage --coverage-patience=7 --coverage-model=pairs --json=%t.json -- %t > %t.2 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=PAIRS --input-file=%t.2 %s
// PAIRS: left: --until-coverage: 7 schedules in a row covered no more pairs
//
// With "all" main waits for nobody while it stands in a function: it leaves start() and its own regions before that. So there is no task left.
// RUN: bash -c '%xblock run --policy=random --until-coverage -- %t all > %t.3 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=ALL --input-file=%t.3 %s
// ALL: left: --until-coverage: all functions that are known are covered
// ALL: coverage: [[N:[0-9]+]] of [[N]] functions interrupted, [[N]] of [[N]] executed without
//
// By the rule for functions the first schedule leaves each function as soon as a thread stands in it, and what comes after all were left has no noise.
// RUN: bash -c '%xblock run --policy=noise --noise=yield --noise-decision=coverage --max-schedules=100 --json=%t.json -- %t > %t.4 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=STEERED --input-file=%t.4 %s
// STEERED: 100 schedules by noise (seed 1, yield noise where coverage asks for it)
// STEERED: coverage: 3 of 3 functions interrupted, 2 of 3 executed without
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1])); assert r['sampled']['distinct'] <= 4 and r['coverage']['schedules'] == 100, r['sampled']" %t.json
// RUN: bash -c '%xblock run --policy=noise --noise-decision=coverage --coverage-model=pairs --noise-probability=5 --max-schedules=100 -- %t > %t.5 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=MORE --input-file=%t.5 %s
// MORE: mixed noise at 5 %, more where coverage
//
// What a file has is known from the start: there is nothing left to interrupt, so all schedules are the same.
// RUN: cd %t.d && not %xblock run --policy=random --max-schedules=100 --coverage=c -- %t
// RUN: bash -c 'cd %t.d && %xblock run --policy=noise --noise-decision=coverage --max-schedules=20 --coverage=c --json=%t.json -- %t; [ $? = 2 ]'
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1])); assert r['sampled']['distinct'] == 1 and r['coverage']['runs'] == 2, r['sampled']" %t.json
//
// The same bytes from the same seed; the schedules are those without coverage.
// RUN: bash -c '%xblock run --policy=noise --noise-decision=coverage --max-schedules=20 -- %t > %t.a 2>&1; %xblock run --policy=noise --noise-decision=coverage --max-schedules=20 -- %t > %t.b 2>&1; cmp %t.a %t.b'
// RUN: bash -c 'cd %t.d && %xblock run --policy=random --max-schedules=50 --coverage=e -- %t 2>&1 | grep -v coverage > %t.a; %xblock run --policy=random --max-schedules=50 -- %t > %t.b 2>&1; head -3 %t.b > %t.b3; head -3 %t.a | cmp - %t.b3'
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

__attribute__((noinline)) static void add(void) { n++; }

static void *first(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    add();
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *second(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    add();
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

__attribute__((noinline)) static void start(pthread_t *one, pthread_t *two) {
  pthread_create(one, NULL, first, NULL);
  pthread_create(two, NULL, second, NULL);
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t one, two;
  if (argc > 1) {
    start(&one, &two);
    pthread_mutex_lock(&lock);
    add();
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  } else {
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
  }
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
