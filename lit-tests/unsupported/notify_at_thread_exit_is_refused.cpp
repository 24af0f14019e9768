// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// libstdc++ notes within the library whom a thread tells as it ends, where it was not rolled back.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=unsupported "unsupported~notify_all_at_thread_exit"
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread other([] {
    std::unique_lock<std::mutex> held(lock);
    ready = true;
    std::notify_all_at_thread_exit(changed, std::move(held));
  });
  {
    std::unique_lock<std::mutex> held(lock);
    changed.wait(held, [] { return ready; });
  }
  other.join();
}
