// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The exceptions that a library throws lay on a heap of its own; what libc++abi counts in them was rolled back with 16 bytes
// before them, which were the explorer's: it died.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t.gnu
// RUN: %xblock_cxx -stdlib=libc++ -std=c++17 -g -O1 %s -o %t.llvm && %t.llvm
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu -- verdict=complete schedules=6 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm -- verdict=complete schedules=6 failures=none
//
// Two threads of two sections under one lock: 4!/(2!*2!).
#include <cassert>
#include <chrono>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

static std::mutex mutex;
static std::exception_ptr last;
static int count;

static void run(std::thread &none) {
  for (int i = 0; i < 2; ++i) {
    std::lock_guard<std::mutex> held(mutex);
    try {
      if (last)
        std::rethrow_exception(last);
      none.join(); // the library throws
    } catch (const std::system_error &e) {
      assert(e.code() == std::errc::invalid_argument);
      ++count;
      last = std::current_exception();
    }
  }
}

int main() {
  std::thread none, other(run, std::ref(none));
  run(none);
  other.join();
  assert(count == 4);
}
