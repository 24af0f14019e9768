// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// In libc++ what C++20 waits for looks at it by the clock, and then waits: here it waits at once. A barrier, which never
// waits, looks again and again, and is seen to wait; what is waited for until a time may expire.
// RUN: %xblock_cxx -std=c++20 -stdlib=libc++ -g -O0 %s -o %t
// RUN: %xblock_cxx -std=c++20 -stdlib=libc++ -g -O2 %s -o %t.fast
// RUN: %python %S/Inputs/explore.py %xblock -- %t int -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast int -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast bool -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast semaphore -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast latch -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast barrier -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t barrier -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast timed -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast late -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast never -- verdict=failure failures=deadlock message~futex
#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
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
  } else if (strcmp(how, "timed") == 0 || strcmp(how, "late") == 0) {
    t = write([] { available.release(); });
    bool taken = available.try_acquire_for(std::chrono::seconds(1));
    assert(taken || strcmp(how, "timed") == 0);
    if (!taken)
      available.acquire();
  } else if (strcmp(how, "never") == 0) {
    t = write([] {});
    turn.wait(0);
  } else {
    std::barrier<> together(2);
    t = write([&] { together.arrive_and_wait(); });
    together.arrive_and_wait();
  }
  assert(written == 5);
  t.join();
}
