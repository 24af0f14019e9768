// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a thread wrote on its own stack woke no loop of another thread that waits for it: a livelock was reported.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
#include <atomic>
#include <thread>

struct Meeting {
  std::atomic<int> arrived{0};
  std::atomic<unsigned char> phase{0};
  void await() {
    if (arrived.fetch_add(1) == 1)
      phase = 1;
    while (phase == 0) {
    }
  }
};

int main() {
  Meeting meeting;
  std::thread other([&] { meeting.await(); });
  meeting.await();
  other.join();
}
