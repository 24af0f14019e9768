// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A std::future of libc++ waits inside the library, where the one OS thread was stopped for ever.
// RUN: %xblock_cxx -std=c++17 -stdlib=libc++ -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=2 failures=none
//
// The value is set before the lock of the wait, or behind it, and then wakes it: 2.
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other([&] { promise.set_value(5); });
  int got = future.get();
  other.join();
  return got - 5;
}
