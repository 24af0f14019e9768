// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The last std::ios_base::Init flushes std::cout as the program ends. libstdc++ counts them in a variable that no snapshot
// has, the runtime's among them: the flush was missed, or happened in one schedule of all.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: clang++-19 -std=c++17 -O1 -pthread %s -o %t.native && %t.native | FileCheck %s
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t -- verdict=complete schedules=2 failures=none
// RUN: %xblock run --mode=sleep --keep-going -- %t | FileCheck %s
// CHECK: flushed 2
// RUN: %xblock_cxx -std=c++17 -g -O1 -DFAILS %s -o %t.fails
// RUN: not %xblock run --mode=sleep --keep-going -- %t.fails 2>&1 | FileCheck --check-prefix=FAILS %s
// FAILS: failure: 1 failure in 2 of 2 schedules
#include <cassert>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <streambuf>
#include <thread>

static int steps;

struct Buffer : std::streambuf {
  int sync() override {
    std::printf("flushed %d\n", steps);
#ifdef FAILS
    assert(!"reached");
#endif
    return 0;
  }
};

int main() {
  static Buffer *buffer = new Buffer; // never destroyed
  std::cout.rdbuf(buffer);
  std::mutex mutex;
  auto step = [&] {
    std::lock_guard<std::mutex> held(mutex);
    ++steps;
  };
  std::thread a(step);
  step();
  a.join();
}
