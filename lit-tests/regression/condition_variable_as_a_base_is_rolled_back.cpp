// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The constructor of std::condition_variable as the base of a class wrote inside libstdc++, unseen: what had been in that memory
// was not there again in the schedule where the other thread comes first.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=2 failures=none
//
// The region of main and that of T1, in either order: 2.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

struct Mine : std::condition_variable {};

// Alone in its chunk of 256 bytes: nothing else brings it back.
static union alignas(256) Storage {
  int before[12];
  Mine after;
  Storage() {
    for (int &i : before)
      i = 7;
  }
  ~Storage() {}
} storage;
static std::mutex lock;
static bool made;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> held(lock);
    if (!made)
      for (int i : storage.before)
        assert(i == 7);
  });
  {
    std::lock_guard<std::mutex> held(lock);
    new (&storage.after) Mine;
    made = true;
  }
  other.join();
  storage.after.~Mine();
}
