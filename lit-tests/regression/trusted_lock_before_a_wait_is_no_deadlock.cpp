// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// With --trust a block goes on where a lock was given back; when it then had to wait (a join, a lock that was taken), it was taken
// back as a whole, and what it had done under the trusted lock never happened: a deadlock that the program does not have. A
// thread pool of Asio showed it, whose main thread stops the pool under a lock and joins.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --trust=lib::* -- %t join -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --trust=lib::* -- %t lock -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --trust=lib::* -- %t shared -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep --trust=lib::* -- %t join -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep --trust=lib::* -- %t lock -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=exitblock --trust=lib::* -- %t join -- failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=exitblock --trust=lib::* -- %t lock -- failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=exitblock --trust=lib::* -- %t shared -- failures=none
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace lib {
std::mutex lock;
std::condition_variable changed;
bool flag;
__attribute__((noinline)) void set() {
  std::lock_guard<std::mutex> held(lock);
  flag = true;
  changed.notify_one();
}
__attribute__((noinline)) void wait() {
  std::unique_lock<std::mutex> held(lock);
  while (!flag)
    changed.wait(held);
}
} // namespace lib

static std::mutex outer;
static std::shared_mutex shared;

int main(int, char **arguments) {
  switch (arguments[1][0]) {
  case 'j': {
    std::thread waits(lib::wait);
    lib::set();
    waits.join();
    return 0;
  }
  case 'l': {
    std::thread waits([] {
      std::lock_guard<std::mutex> held(outer);
      lib::wait();
    });
    lib::set();
    outer.lock(); // natively the thread goes on meanwhile, and gives it back
    outer.unlock();
    waits.join();
    return 0;
  }
  default: {
    std::thread waits([] {
      std::shared_lock<std::shared_mutex> held(shared);
      lib::wait();
    });
    lib::set();
    shared.lock();
    shared.unlock();
    waits.join();
    return 0;
  }
  }
}
