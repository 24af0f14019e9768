// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A function-local static whose constructor enters a lock is initialised once; a thread that comes
// meanwhile waits for it.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete \
// RUN:   failures=none
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int constructed;

struct Lazy {
  int value;
  Lazy() {
    {
      std::lock_guard<std::mutex> held(lock);
      constructed++;
    } // the others may run here
    value = 9;
  }
};

static void run() {
  static Lazy lazy;
  assert(lazy.value == 9);
}

int main() {
  std::thread first(run), second(run);
  first.join();
  second.join();
  assert(constructed == 1);
}
