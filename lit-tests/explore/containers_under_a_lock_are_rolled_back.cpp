// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A map, a string, a vector and an ordered set, filled by two threads under a lock, hold in every
// schedule exactly what that schedule put in them.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=11 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete schedules=17
// RUN: %xblock_cxx -std=c++17 -g -O2 %s -o %t.O2
// RUN: %python %S/Inputs/explore.py %xblock -- %t.O2 -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t.O2 -- verdict=complete \
// RUN:   schedules=17
//
// Two threads of two blocks each, and each block writes what all others read:
// Inputs/expected_counts.py cxx_containers.
#include <cassert>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

static std::mutex lock;
static std::map<std::string, std::vector<int>> byName;
static std::set<int> numbers;
static std::string log;

static void put(int thread, int round) {
  std::lock_guard<std::mutex> held(lock);
  std::string name = "a name too long for the small string of thread " + std::to_string(thread);
  byName[name].push_back(round);
  numbers.insert(10 * thread + round);
  log += std::to_string(thread) + std::to_string(round) + " and so on, and so on; ";
}

static void run(int thread) {
  put(thread, 0);
  put(thread, 1);
}

int main() {
  std::thread first(run, 1), second(run, 2);
  first.join();
  second.join();
  assert(byName.size() == 2);
  for (const auto &entry : byName)
    assert((entry.second == std::vector<int>{0, 1}));
  assert((numbers == std::set<int>{10, 11, 20, 21}));
  assert(log.size() == 4 * (2 + 24 - 1));
}
