// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A function-local static whose initialiser throws is not initialised: the next thread to come
// tries again.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete \
// RUN:   failures=none
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int attempts, failures;

static int attempt() {
  std::lock_guard<std::mutex> held(lock);
  if (++attempts == 1)
    throw 1;
  return 9;
}

static void run() {
  try {
    static int lazy = attempt();
    assert(lazy == 9);
  } catch (int) {
    std::lock_guard<std::mutex> held(lock);
    failures++;
  }
}

int main() {
  std::thread first(run), second(run);
  first.join();
  second.join();
  assert(attempts == 2 && failures == 1);
}
