// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a run covered is told, kept in a file and added to; a complete search says that there is no more.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t.d/p
// RUN: bash -c 'cd %t.d && %xblock run --policy=noise --noise-probability=0 --max-schedules=2 --coverage=c --json=1.json -- ./p > 1 2>&1; [ $? = 2 ]'
// RUN: bash -c 'cd %t.d && %xblock run --policy=random --max-schedules=200 --coverage=c --json=2.json --coverage-html=page.html -- ./p > 2 2>&1; [ $? = 2 ]'
// RUN: bash -c 'cd %t.d && %xblock run --coverage=all --json=3.json -- ./p > 3 2>&1; [ $? = 0 ]'
// RUN: cd %t.d && %python %S/Inputs/coverage.py
// RUN: FileCheck --check-prefix=ALL --input-file=%t.d/3 %s
// ALL: xblock: complete: {{[0-9]+}} schedules, 0 failures (dpor)
// ALL: coverage: {{[0-9]+}} of {{[0-9]+}} functions interrupted
// ALL: coverage: 3 places that take a lock: a thread waited at 3,
// ALL: coverage: the search is complete
//
// The same bytes of the same run; in a search too, where --reuse=none changes nothing.
// RUN: cd %t.d && %xblock run --coverage=again --json=4.json -- ./p && cmp again all
// RUN: cd %t.d && %xblock run --coverage=none --reuse=none -- ./p && cmp none all
//
// A program that makes no second thread writes both files, too.
// RUN: cd %t.d && %xblock run --coverage=alone --coverage-html=alone.html -- ./p alone && grep '"runs": 1' alone && grep "1 schedule in 1 run" alone.html
//
// A file that is none, of another version, of other frames, or of another build is refused, and left alone.
// RUN: bash -c 'cd %t.d && echo nothing > n && ! %xblock run --coverage=n -- ./p 2> e && [ "$(cat n)" = nothing ] && grep "^xblock: n is no file that --coverage wrote: give another name" e && [ $(wc -l < e) = 1 ]'
// RUN: bash -c 'cd %t.d && sed "s/.version.: 1/\"version\": 99/" all > v && cp v w && ! %xblock run --coverage=v -- ./p 2> e && cmp v w && grep "^xblock: v is coverage that another version of xblock wrote" e'
// RUN: bash -c 'cd %t.d && cp all f && ! %xblock run --coverage=f --coverage-frames=stack -- ./p 2> e && cmp f all && grep "^xblock: f is coverage with --coverage-frames=innermost" e'
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t.d/q
// RUN: bash -c 'cd %t.d && ! %xblock run --coverage=f -- ./q 2> e && cmp f all && grep "^xblock: f is coverage of another program, or of another build of it (p)" e'
// RUN: bash -c 'cd %t.d && ! %xblock run --coverage=no/where -- ./p 2> e && grep "^xblock: cannot write no/where" e'
// RUN: bash -c 'cd %t.d && : > empty && %xblock run --coverage=empty -- ./p && cmp empty all'
#include <mutex>
#include <thread>

static std::mutex m;
static int accounts[2] = {10, 10};

static void move(int from, int to) {
  {
    std::lock_guard guard(m); // first
    --accounts[from];
  }
  std::lock_guard guard(m); // second
  ++accounts[to];
}

static int sum() {
  std::lock_guard guard(m); // third
  return accounts[0] + accounts[1];
}

static void prepare() {
  std::lock_guard guard(m);
  accounts[0] = 20;
}

int main(int argc, char **) {
  prepare();
  if (argc > 1)
    return 0;
  std::thread mover(move, 0, 1), checker(sum);
  mover.join();
  checker.join();
}
