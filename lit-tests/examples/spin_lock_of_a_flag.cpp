// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::atomic_flag: a lock whose waiters sleep, and std::atomic_ref on a plain counter.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: 2 regions, 2 steps
#include <atomic>
#include <iostream>
#include <thread>

class SleepingLock {
public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire))
      taken_.wait(true, std::memory_order_relaxed);
  }
  void unlock() {
    taken_.clear(std::memory_order_release);
    taken_.notify_one();
  }

private:
  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
};

int main() {
  SleepingLock lock;
  int regions = 0, steps = 0;
  auto work = [&] {
    lock.lock();
    ++regions;
    lock.unlock();
    std::atomic_ref<int>(steps).fetch_add(1);
  };
  std::thread other(work);
  work();
  other.join();
  std::cout << regions << " regions, " << steps << " steps\n";
}
