// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::shared_mutex through shared_lock and unique_lock: readers commute, the writer does not.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=4 failures=none
//
// Each of two readers before or after the writer: 2^2.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int low, high;

static void read() {
  std::shared_lock<std::shared_mutex> held(mutex);
  assert(low == high);
}

int main() {
  std::thread first(read), second(read), writer([] {
    std::unique_lock<std::shared_mutex> held(mutex);
    low++;
    high++;
  });
  first.join();
  second.join();
  writer.join();
  assert(low == 1);
}
