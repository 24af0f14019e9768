// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// In the body of xblock::explore() the search begins at the first choice, and xblock_is_active() is 1; outside of calls both are 0.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
//
// The body chooses among 3, its thread among 2: 6. One that chooses and creates no thread: 4.
// CHECK-DAG: outside 0 0
// CHECK-DAG: 6 schedules
// CHECK-DAG: 4 schedules
// CHECK-DAG: failed 1
#include <cstdio>
#include <thread>
#include <xblock/explore.h>
#include <xblock/xblock.h>

int main() {
  std::printf("outside %d %u\n", xblock_is_active(), xblock_choose(5));
  auto both = xblock::explore([] {
    unsigned mine = xblock::choose(3), other = 0;
    std::thread thread([&] { other = xblock::choose(2); });
    thread.join();
    xblock_assert(mine < 3 && other < 2 && xblock_is_active());
  });
  auto alone = xblock::explore([] { xblock_assert(xblock::choose(4) < 4); });
  auto fails = xblock::explore([] { xblock_assert(xblock::choose(4) != 3); });
  std::printf("%lu schedules\n%lu schedules\n", static_cast<unsigned long>(both.schedules), static_cast<unsigned long>(alone.schedules));
  std::printf("failed %d\n", fails.verdict == xblock::verdict::failure);
  return xblock_is_active();
}
