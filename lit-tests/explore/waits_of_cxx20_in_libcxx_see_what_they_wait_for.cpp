// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// In libc++ what C++20 waits for spins, as long as virtual time does not pass; a spin is seen to wait. Its barriers are
// inside the library, and refused by name.
// RUN: %xblock_cxx -std=c++20 -stdlib=libc++ -g -O0 %s -o %t
// RUN: %xblock_cxx -std=c++20 -stdlib=libc++ -g -O2 %s -o %t.fast
// RUN: %python %S/Inputs/explore.py %xblock -- %t int -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast int -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast bool -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast semaphore -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast latch -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast barrier -- verdict=unsupported "unsupported~barrier_algorithm"
#include <atomic>
#include <barrier>
#include <cassert>
#include <cstring>
#include <latch>
#include <memory>
#include <semaphore>
#include <thread>

static std::atomic<int> turn;
static std::atomic<bool> done;
static std::binary_semaphore available(0);
static std::latch arrived(2);
static int written;

template <class Tell> static std::thread write(Tell tell) {
  return std::thread([tell] {
    written = 5;
    tell();
  });
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "int";
  std::thread t;
  if (strcmp(how, "int") == 0) {
    t = write([] { turn = 1, turn.notify_one(); });
    turn.wait(0);
  } else if (strcmp(how, "bool") == 0) {
    t = write([] { done = true, done.notify_all(); });
    done.wait(false);
  } else if (strcmp(how, "semaphore") == 0) {
    t = write([] { available.release(); });
    available.acquire();
  } else if (strcmp(how, "latch") == 0) {
    t = write([] { arrived.count_down(); });
    arrived.arrive_and_wait();
  } else {
    std::barrier<> together(2);
    t = write([&] { together.arrive_and_wait(); });
    together.arrive_and_wait();
  }
  assert(written == 5);
  t.join();
}
