// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A deadlock inside the C++ library, found without a line of its code being changed: std::counting_semaphore of libstdc++
// 12.2 reads the count (1), fails to take the unit since another thread does, and sleeps "while the count is 1", which it
// is again once the other thread gave it back, and woke nobody.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=deadlock message~futex.*units
// RUN: not %xblock run -- %t 2>&1 | FileCheck %s
//
// CHECK: std::__atomic_semaphore::_M_acquire()
// CHECK: atomic load units
// CHECK: wake units
// CHECK: wait units
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> units(1);

static void use() {
  units.acquire();
  units.release();
}

int main() {
  std::thread other(use);
  use();
  other.join();
}
