// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: std::exception's classes, and the state of a std::future, are destroyed inside the library, which wrote to the
// program's memory unseen. In the next schedule the object lived again, with what its destructor had left of it.
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock_cxx -std=c++17 -g -O2 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete failures=none
#include <cassert>
#include <cstring>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int order;

static void step() {
  std::lock_guard<std::mutex> held(lock);
  order++;
}

static void throwing() {
  try {
    throw std::runtime_error("one of the library, long enough to have memory of its own");
  } catch (const std::exception &e) {
    step();
    assert(dynamic_cast<const std::runtime_error *>(&e) && !strncmp(e.what(), "one of the library", 18));
    step();
    assert(dynamic_cast<const std::runtime_error *>(&e) && !strncmp(e.what(), "one of the library", 18));
  }
  step();
}

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other(throwing);
  {
    std::promise<int> gone = std::move(promise);
    step();
  }
  try {
    future.get();
    assert(false);
  } catch (const std::future_error &e) {
    step();
    assert(e.code() == std::future_errc::broken_promise);
    step();
    assert(e.code() == std::future_errc::broken_promise);
  }
  other.join();
  assert(order == 6);
}
