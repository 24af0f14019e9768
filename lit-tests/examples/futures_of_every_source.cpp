// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::promise, std::packaged_task, std::async with both policies, std::shared_future, and an exception by way of a future.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: 1 2 3 4, then no luck
#include <future>
#include <iostream>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> promise;
  std::shared_future<int> first = promise.get_future().share();
  std::packaged_task<int(int)> task([](int n) { return 2 * n; });
  std::future<int> second = task.get_future();
  std::thread worker([&promise, task = std::move(task)]() mutable {
    promise.set_value(1);
    task(1);
  });
  std::future<int> third = std::async(std::launch::async, [first] { return first.get() + 2; });
  std::future<int> fourth = std::async(std::launch::deferred, [] { return 4; });
  std::future<void> fails = std::async(std::launch::async, [] { throw std::runtime_error("no luck"); });
  std::cout << first.get() << ' ' << second.get() << ' ' << third.get() << ' ' << fourth.get() << ", then ";
  try {
    fails.get();
  } catch (const std::runtime_error &e) {
    std::cout << e.what() << '\n';
  }
  worker.join();
}
