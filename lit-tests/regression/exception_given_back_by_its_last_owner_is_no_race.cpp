// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: std::exception_ptr counts its owners inside the library, which orders the last of them behind the others. That
// was not seen: freeing the exception raced with what another thread had read of it.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
#include <exception>
#include <thread>

int main() {
  std::exception_ptr mine = std::make_exception_ptr(5);
  std::thread other([theirs = mine]() mutable {
    try {
      std::rethrow_exception(theirs);
    } catch (int e) {
      volatile int value = e;
      (void)value;
    }
    theirs = nullptr;
  });
  mine = nullptr;
  other.join();
}
