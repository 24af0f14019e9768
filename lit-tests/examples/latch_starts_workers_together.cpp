// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::latch: workers start together, and main goes on when all are done.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --no-reexecute -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: all done
#include <array>
#include <iostream>
#include <latch>
#include <thread>

int main() {
  std::latch start(1), done(2);
  std::array<int, 2> results{};
  auto work = [&](std::size_t i) {
    start.wait();
    results[i] = 1;
    done.count_down();
  };
  std::jthread a(work, 0), b(work, 1);
  start.count_down();
  done.wait();
  std::cout << (results[0] + results[1] == 2 ? "all done" : "too early") << '\n';
}
