// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Each thread catches an exception, holds it across an unlock, at which the other may catch one of
// its own, and throws it again: each gets its own back. An exception that unwinds a lock_guard
// unlocks it.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=11 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete schedules=17
//
// Two threads of two blocks each that all write caught: Inputs/expected_counts.py cxx_exceptions.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex lock;
static int caught;

static void thrower(int number) {
  std::lock_guard<std::mutex> held(lock);
  caught++;
  throw std::runtime_error("thread " + std::to_string(number));
}

static void holder(int number) {
  try {
    thrower(number); // the exception leaves through the unlock
  } catch (const std::exception &) {
    {
      std::lock_guard<std::mutex> held(lock);
      caught++;
    }
    throw;
  }
}

static void run(int number) {
  try {
    holder(number);
  } catch (const std::runtime_error &error) {
    assert(error.what() == "thread " + std::to_string(number));
    return;
  }
  assert(false && "nothing was thrown");
}

int main() {
  std::thread first(run, 1), second(run, 2);
  first.join();
  second.join();
  assert(caught == 4 && std::uncaught_exceptions() == 0);
}
