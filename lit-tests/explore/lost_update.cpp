// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// lost_update.c with std::thread, std::mutex and std::lock_guard: the same schedules, and the same
// failure.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=assertion \
// RUN:   "schedules<=4" threads=main,T1,T2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw --keep-going -- %t -- \
// RUN:   verdict=failure schedules=8 failures=assertion:2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t -- \
// RUN:   verdict=failure schedules=17 failures=assertion:6
//
// The counts are those of lost_update.c: std::thread and std::mutex add no visible step.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int x;

static void increment() {
  int y;
  {
    std::lock_guard<std::mutex> held(lock);
    y = x;
  }
  {
    std::lock_guard<std::mutex> held(lock);
    x = y + 1;
  }
}

int main() {
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(x == 2);
}
