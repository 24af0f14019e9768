// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Threads in a vector, each with its part of a sum; all are joined.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none schedules=1
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// Each part is a place of its own: 1 schedule.
// CHECK: sum 5050
#include <cstddef>
#include <functional>
#include <iostream>
#include <numeric>
#include <thread>
#include <vector>

static void addUp(const std::vector<int> &numbers, std::size_t from, std::size_t to, long &result) {
  result = std::accumulate(numbers.begin() + static_cast<std::ptrdiff_t>(from), numbers.begin() + static_cast<std::ptrdiff_t>(to), 0L);
}

int main() {
  std::vector<int> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 1);
  constexpr std::size_t parts = 4;
  std::vector<long> results(parts);
  std::vector<std::thread> workers;
  for (std::size_t i = 0; i < parts; ++i)
    workers.emplace_back(addUp, std::cref(numbers), i * 25, (i + 1) * 25, std::ref(results[i]));
  for (std::thread &worker : workers)
    worker.join();
  std::cout << "sum " << std::accumulate(results.begin(), results.end(), 0L) << '\n';
}
