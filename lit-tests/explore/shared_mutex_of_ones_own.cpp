// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A shared mutex that the program made itself says in C++ who holds it how: a right one is complete, and what a wrong one lets happen is
// found where it lets two in, whatever they then do.
// RUN: %xblock_cxx -g -O1 -std=c++17 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t -- verdict=complete failures=none
// RUN: %xblock_cxx -g -O1 -std=c++17 -DBUG %s -o %t.bug
// RUN: not %xblock run -- %t.bug 2>&1 | FileCheck %s
// CHECK: misuse: xblock_lock_acquired: T{{[123]}} took a lock held for reading by T{{[123]}}
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <xblock/xblock.h>

class SharedSpinMutex {
public:
  void lock() {
    for (int free = 0; !state_.compare_exchange_strong(free, kWriter);)
      free = 0;
    xblock::lock_acquired(this);
  }
  void unlock() {
    xblock::lock_released(this);
    state_ = 0;
  }
  void lock_shared() {
    int readers = state_;
    while (readers == kWriter || !state_.compare_exchange_strong(readers, readers + 1))
      readers = state_;
    xblock::lock_acquired_shared(this);
  }
  void unlock_shared() {
    xblock::lock_released_shared(this);
#ifdef BUG
    state_ = 0; // though there may be other readers
#else
    --state_;
#endif
  }

private:
  static constexpr int kWriter = -1;
  std::atomic<int> state_{0};
};

static SharedSpinMutex mutex;
static int value;

static void read() { std::shared_lock<SharedSpinMutex> held(mutex); }
static void write() {
  std::lock_guard<SharedSpinMutex> held(mutex);
  ++value;
}

int main() {
  std::thread one(read), two(read), three(write);
  one.join();
  two.join();
  three.join();
}
