// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Each thread has its own copy of a thread_local, with its own initial value, across every switch.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete schedules=17
//
// Two threads of two blocks each without a conflict: Inputs/expected_counts.py no_conflict.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static thread_local int mine = 100;
static thread_local int zero;
static thread_local char array[300];

static void visit(int step) {
  std::lock_guard<std::mutex> held(lock);
  assert(zero == step && array[299] == step);
  mine++;
  zero++;
  array[299]++;
}

static void run() {
  visit(0);
  visit(1);
  assert(mine == 102);
}

int main() {
  mine = 5;
  std::thread first(run), second(run);
  first.join();
  second.join();
  assert(mine == 5 && zero == 0);
}
