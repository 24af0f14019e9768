// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::mutex and std::recursive_mutex, through lock_guard, unique_lock and try_lock, keep
// increments whole.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=16 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete \
// RUN:   schedules=66 failures=none
//
// Two threads of three blocks each: Inputs/expected_counts.py cxx_locks.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex plain;
static std::recursive_mutex recursive;
static int underPlain, underRecursive, underUnique;
static std::mutex unique;

static void incrementTwice(int depth) {
  std::lock_guard<std::recursive_mutex> held(recursive);
  underRecursive++;
  if (depth > 1)
    incrementTwice(depth - 1);
}

static void run() {
  {
    std::lock_guard<std::mutex> held(plain);
    underPlain++;
  }
  incrementTwice(2);
  std::unique_lock<std::mutex> held(unique, std::defer_lock);
  held.lock();
  assert(held.owns_lock());
  underUnique++;
  held.unlock();
}

int main() {
  std::thread first(run), second(run);
  first.join();
  second.join();
  assert(underPlain == 2 && underRecursive == 4 && underUnique == 2);
  assert(plain.try_lock());
  plain.unlock();
}
