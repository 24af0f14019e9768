// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What C++20 waits for, by futexes in libstdc++: atomics of any size, binary semaphores, latches, barriers, stop tokens and
// std::condition_variable_any with them.
// RUN: %xblock_cxx -std=c++20 -g -O0 %s -o %t
// RUN: %xblock_cxx -std=c++20 -g -O2 %s -o %t.fast
// RUN: %python %S/Inputs/explore.py %xblock -- %t int -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast int -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast bool -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast flag -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast semaphore -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t latch -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast latch -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast barrier -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t jthread -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast jthread -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t stop -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast stop -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast silent -- verdict=failure failures=deadlock message~futex.*turn
#include <atomic>
#include <barrier>
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <latch>
#include <mutex>
#include <semaphore>
#include <stop_token>
#include <thread>

static std::atomic<int> turn;
static std::atomic<bool> done;
static std::atomic_flag raised;
static std::binary_semaphore available(0);
static std::latch arrived(2);
static std::barrier<> together(2);
static std::mutex lock;
static std::condition_variable_any changed;
static int written;

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "int";
  auto is = [&](const char *name) { return strcmp(how, name) == 0; };
  auto write = [](auto tell) {
    return std::jthread([tell] {
      written = 5;
      tell();
    });
  };
  if (is("int")) {
    auto t = write([] { turn = 1, turn.notify_one(); });
    turn.wait(0);
    assert(written == 5);
  } else if (is("silent")) { // who waits already is not told
    auto t = write([] { turn = 1; });
    turn.wait(0);
    assert(written == 5);
  } else if (is("bool")) {
    auto t = write([] { done = true, done.notify_all(); });
    done.wait(false);
    assert(written == 5);
  } else if (is("flag")) {
    auto t = write([] { raised.test_and_set(), raised.notify_one(); });
    raised.wait(false);
    assert(written == 5);
  } else if (is("semaphore")) {
    auto t = write([] { available.release(); });
    available.acquire();
    assert(written == 5);
  } else if (is("latch")) {
    auto t = write([] { arrived.count_down(); });
    arrived.arrive_and_wait();
    assert(written == 5);
  } else if (is("barrier")) {
    auto t = write([] { together.arrive_and_wait(); });
    together.arrive_and_wait();
    assert(written == 5);
  } else if (is("jthread")) {
    std::jthread t([](std::stop_token stop) {
      while (!stop.stop_requested())
        std::this_thread::yield();
    });
  } else {
    std::jthread t([](std::stop_token stop) {
      std::unique_lock<std::mutex> held(lock);
      changed.wait(held, stop, [] { return written == 1; });
    });
    {
      std::lock_guard<std::mutex> held(lock);
      written = 1;
    }
    changed.notify_one();
  }
}
