// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A loop around a timed wait, which may expire at any time and any number of times, is explored to
// the end: a thread whose wait expired and changed nothing waits for a change.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --max-schedules=5000 -- %t -- verdict=complete \
// RUN:   failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --max-schedules=5000 -- %t -- \
// RUN:   verdict=complete failures=none
//
// The limit only keeps a search that would not end from running for ever.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static int count;

static void produce() {
  {
    std::lock_guard<std::mutex> held(lock);
    count++;
  }
  changed.notify_one();
}

int main() {
  std::thread first(produce), second(produce);
  for (bool both = false; !both;) {
    std::unique_lock<std::mutex> held(lock);
    both = changed.wait_for(held, std::chrono::seconds(10), [] { return count == 2; });
  }
  first.join();
  second.join();
  assert(count == 2);
}
