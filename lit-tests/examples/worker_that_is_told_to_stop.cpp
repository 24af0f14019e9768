// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::jthread, std::stop_token and std::stop_callback: a worker counts until it is told to stop.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: stopped: yes, called back: 1
#include <atomic>
#include <iostream>
#include <stop_token>
#include <thread>

int main() {
  std::atomic<int> calls{0};
  bool stopped = false;
  {
    std::jthread worker([&](std::stop_token stop) {
      while (!stop.stop_requested())
        std::this_thread::yield();
      stopped = true;
    });
    std::stop_callback callback(worker.get_stop_token(), [&] { calls++; });
    worker.request_stop();
    worker.join();
  }
  std::cout << "stopped: " << (stopped ? "yes" : "no") << ", called back: " << calls << '\n';
}
