// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread waits for a variable on the stack of main, in a loop whose first rounds differ. Where main's block that writes the variable
// was put in place, since it had run before with the same inputs, the loop was taken to be where it was a round before, though
// what it reads had changed: a livelock that no program has. Counts are those without reuse: with 2 and 6 rounds that differ.
// RUN: %xblock_cxx -g -O1 -DROUNDS=2 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --reuse=none -- %t -- verdict=complete schedules=22 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=22 failures=none
// RUN: %xblock_cxx -g -O1 -DROUNDS=6 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --reuse=none -- %t -- verdict=complete schedules=45 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=45 failures=none
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> ready{0};
  std::thread waits([&] {
    for (int round = 1; ready != 2; round = round < ROUNDS ? round + 1 : round)
      if (round >= ROUNDS)
        std::this_thread::yield();
  });
  ready = 1;
  ready = 2;
  waits.join();
}
