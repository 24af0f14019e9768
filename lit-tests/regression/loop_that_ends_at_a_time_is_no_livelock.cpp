// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a loop that looks at the clock was taken for one that waits for a write. With a sleep in it its end was missed,
// and the verdict complete; without one it was called a livelock, though only virtual time stands still.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t sleep -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t yield -- verdict=incomplete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t yield set -- verdict=complete failures=none
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstring>
#include <thread>

static std::atomic<bool> ready;

int main(int argc, char **argv) {
  using Clock = std::chrono::steady_clock;
  bool sleeps = argc > 1 && strcmp(argv[1], "sleep") == 0, sets = sleeps || argc > 2;
  std::thread other([&] {
    if (sets)
      ready = true;
  });
  auto end = Clock::now() + std::chrono::milliseconds(5);
  while (!ready && Clock::now() < end)
    if (sleeps)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    else
      std::this_thread::yield();
  assert(ready || !sleeps);
  other.join();
}
