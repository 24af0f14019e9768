// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Threads may write to std::cout without a lock. With libc++ that was called a data race.
// RUN: %xblock_cxx -stdlib=libc++ -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1 failures=none
#include <iostream>
#include <thread>

int main() {
  std::thread other([] { std::cout << 1.5 << "a\n"; });
  std::cout << 2 << "b\n";
  std::cerr << "c\n";
  other.join();
}
