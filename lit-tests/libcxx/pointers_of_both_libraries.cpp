// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Shared, weak and exception pointers with libstdc++ and with libc++, which counts owners inside its library.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t.gnu
// RUN: %xblock_cxx -stdlib=libc++ -std=c++20 -g -O1 %s -o %t.llvm
// RUN: clang++-19 -stdlib=libc++ -std=c++20 -O1 -pthread %s -o %t.native && %t.native weak && %t.native exception
//
// weak: the lock of the weak pointer comes before or after the last owner lets go, or between its look at the count and its
// change of it.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu weak -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm weak -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu gone -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm gone -- verdict=failure failures=assertion
//
// atomic: one lock each; the load comes before or after the store. The rest is counted up and down, in orders of which none
// destroys the object twice.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu atomic -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm atomic -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu stale -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm stale -- verdict=failure failures=assertion
//
// exception: handed over by join, it is one thread's at a time: one order.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu exception -- verdict=complete schedules=1
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm exception -- verdict=complete schedules=1
//
// shared: each thread lets go of it after it has looked, under the lock: 2 orders of the locks, and who is last destroys it.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu shared -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm shared -- verdict=complete failures=none
#include <cassert>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static int destroyed;
struct Object {
  int value = 7;
  ~Object() { ++destroyed; }
};

int main(int, char **argv) {
  auto is = [&](const char *name) { return strcmp(argv[1], name) == 0; };
  if (is("weak") || is("gone")) {
    bool always = is("gone");
    auto owner = std::make_shared<Object>();
    std::weak_ptr<Object> weak = owner;
    std::thread other([weak, always] {
      auto mine = weak.lock();
      assert(mine || !always);
      assert(!mine || mine->value == 7);
    });
    owner.reset();
    other.join();
    assert(destroyed == 1);
  } else if (is("atomic") || is("stale")) {
    static std::shared_ptr<int> pointer = std::make_shared<int>(1);
    std::thread other([] { std::atomic_store(&pointer, std::make_shared<int>(2)); });
    auto got = std::atomic_load(&pointer);
    other.join();
    assert(*got == 1 || (*got == 2 && is("atomic")));
    assert(*std::atomic_load(&pointer) == 2);
  } else if (is("exception")) {
    static std::exception_ptr thrown;
    std::thread other([] {
      try {
        throw std::runtime_error(std::string("thrown"));
      } catch (...) {
        thrown = std::current_exception();
      }
    });
    other.join();
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception &e) {
      assert(e.what() == std::string("thrown"));
    }
    thrown = nullptr;
  } else {
    static std::mutex mutex;
    static int seen;
    auto owner = std::make_shared<Object>();
    auto look = [](std::shared_ptr<Object> mine) {
      std::lock_guard<std::mutex> held(mutex);
      assert(destroyed == 0);
      seen += mine->value;
    };
    std::thread other(look, owner);
    look(std::move(owner));
    other.join();
    assert(seen == 14 && destroyed == 1);
  }
}
