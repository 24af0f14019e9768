// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::barrier with a completion function: one phase of two threads, and what comes behind it.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none schedules=42
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// model "barrier" of test/vocabulary/derivations.py has 42 schedules.
// CHECK: phases 1, work 2
#include <barrier>
#include <exception>
#include <iostream>
#include <thread>

int main() {
  int phases = 0, work[2] = {};
  std::barrier together(2, [&]() noexcept { ++phases; });
  auto run = [&](int i) {
    work[i] = 1;
    together.arrive_and_wait();
    if (work[1 - i] != 1 || phases != 1)
      std::terminate();
  };
  std::thread other(run, 1);
  run(0);
  other.join();
  std::cout << "phases " << phases << ", work " << work[0] + work[1] << '\n';
}
