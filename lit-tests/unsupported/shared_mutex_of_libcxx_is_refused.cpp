// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// libc++ keeps the state of its shared and timed mutexes inside its library, where it was not rolled back.
// RUN: %xblock_cxx -std=c++17 -stdlib=libc++ -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=unsupported "unsupported~shared_mutex"
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;

int main() {
  std::thread other([] { std::shared_lock<std::shared_mutex> held(lock); });
  std::unique_lock<std::shared_mutex>(lock);
  other.join();
}
