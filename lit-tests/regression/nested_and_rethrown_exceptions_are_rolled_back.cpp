// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Counts of references to exceptions, which the library changes in the headers of std::exception_ptr's objects, of
// nested exceptions and of those rethrown, were not rolled back: exceptions were destroyed twice, and the explorer died.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep --keep-going -- %t -- verdict=complete \
// RUN:   failures=none
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t.O0
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t.O0 -- verdict=complete failures=none
// RUN: %xblock_cxx -stdlib=libc++ -std=c++17 -g -O1 %s -o %t.libcxx && %t.libcxx
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep --keep-going -- %t.libcxx -- verdict=complete \
// RUN:   failures=none
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex mutex;
static int steps;

static void step() {
  std::lock_guard<std::mutex> held(mutex);
  ++steps;
}

static void run(char name) {
  std::exception_ptr kept;
  try {
    try {
      step();
      throw std::runtime_error(std::string("inner of ") + name);
    } catch (...) {
      kept = std::current_exception();
      step();
      std::throw_with_nested(std::logic_error("outer"));
    }
  } catch (const std::exception &outer) {
    step();
    try {
      std::rethrow_if_nested(outer);
      assert(!"nested");
    } catch (const std::runtime_error &inner) {
      step();
      assert(inner.what() == std::string("inner of ") + name);
    }
  }
  try {
    std::rethrow_exception(kept);
  } catch (const std::runtime_error &inner) {
    assert(inner.what()[9] == name);
  }
}

int main() {
  std::thread a(run, 'a');
  run('b');
  a.join();
  assert(steps == 8);
}
