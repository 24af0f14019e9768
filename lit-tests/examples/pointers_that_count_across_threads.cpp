// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::atomic<std::shared_ptr>, and std::weak_ptr of what another thread gives up.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --max-schedules=20000 -- %t -- verdict=complete failures=none
// RUN: %xblock run --max-schedules=20000 -- %t 2> %t.report | FileCheck %s
//
// CHECK: current 2
#include <atomic>
#include <iostream>
#include <memory>
#include <thread>

int main() {
  std::atomic<std::shared_ptr<const int>> current = std::make_shared<const int>(1);
  std::weak_ptr<const int> first = current.load();
  std::thread writer([&] { current.store(std::make_shared<const int>(2)); });
  if (std::shared_ptr<const int> seen = first.lock(); seen && *seen != 1)
    std::terminate();
  writer.join();
  std::cout << "current " << *current.load() << '\n';
}
