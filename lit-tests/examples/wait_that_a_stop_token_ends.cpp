// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::condition_variable_any with a stop_token: a wait ends when it is asked to, though nobody notifies.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: woken by the stop
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex lock;
  std::condition_variable_any changed;
  bool ready = false, seen = true;
  {
    std::jthread waiter([&](std::stop_token stop) {
      std::unique_lock<std::mutex> held(lock);
      seen = changed.wait(held, stop, [&] { return ready; });
    });
  }
  std::cout << (seen ? "ready" : "woken by the stop") << '\n';
}
