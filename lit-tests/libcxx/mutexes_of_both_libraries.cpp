// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Every mutex of C++, with libstdc++ and with libc++: the same verdicts, and, where both are one primitive, the same counts.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t.gnu
// RUN: %xblock_cxx -stdlib=libc++ -std=c++20 -g -O1 %s -o %t.llvm
// RUN: clang++-19 -stdlib=libc++ -std=c++20 -O1 -pthread %s -o %t.native && %t.native recursive && %t.native shared
// RUN: %t.llvm recursive && %t.llvm shared
//
// Two sections under one lock: 2 orders. Two readers and a writer: 2^2.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu recursive -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm recursive -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu shared -- verdict=complete schedules=4
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm shared -- verdict=complete schedules=4
//
// libc++ makes the others of a mutex, a condition variable and what their headers look at; each step counts.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm timed -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm recursive_timed -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm shared_timed -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu tried -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm tried -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu expires -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm expires -- verdict=failure failures=assertion
//
// A reader that waits for a writer that waits for a reader that waits for it: libc++'s shared mutex prefers writers.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu meeting -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm meeting -- verdict=failure failures=deadlock
//
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm unlock_of_shared -- verdict=failure failures=misuse
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm unlock_shared_of_shared -- verdict=failure failures=misuse
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm unlock_of_timed -- verdict=failure failures=misuse
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm unlock_of_recursive_timed -- verdict=failure failures=misuse
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm unlock_of_shared_timed -- verdict=failure failures=misuse
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <thread>

static int low, high;
static const auto kSecond = std::chrono::seconds(1);

template <class Mutex> static void add(Mutex &mutex) {
  std::unique_lock<Mutex> held(mutex);
  ++low;
  ++high;
}
template <class Mutex> static void addInTwo(Mutex &mutex) {
  std::thread other([&] { add(mutex); });
  add(mutex);
  other.join();
  assert(low == 2 && high == 2);
}
template <class Mutex> static void look(Mutex &mutex) {
  std::shared_lock<Mutex> held(mutex);
  assert(low == high);
}

static std::mutex meeting;
static std::condition_variable changed;
static int there;
static void meet() {
  std::unique_lock<std::mutex> held(meeting);
  ++there;
  changed.notify_all();
  changed.wait(held, [] { return there == 2; });
}

int main(int, char **argv) {
  auto is = [&](const char *name) { return strcmp(argv[1], name) == 0; };
  static std::recursive_mutex recursive;
  static std::timed_mutex timed;
  static std::recursive_timed_mutex recursiveTimed;
  static std::shared_mutex shared;
  static std::shared_timed_mutex sharedTimed;
  if (is("recursive")) {
    std::thread other([] {
      std::lock_guard<std::recursive_mutex> held(recursive);
      add(recursive);
    });
    add(recursive);
    other.join();
    assert(low == 2);
  } else if (is("shared")) {
    std::thread first([] { look(shared); }), second([] { look(shared); });
    add(shared);
    first.join();
    second.join();
  } else if (is("timed")) {
    addInTwo(timed);
  } else if (is("recursive_timed")) {
    std::lock_guard<std::recursive_timed_mutex> once(recursiveTimed);
    add(recursiveTimed);
    recursiveTimed.unlock();
    std::thread other([] { add(recursiveTimed); });
    other.join();
    recursiveTimed.lock();
    assert(low == 2);
  } else if (is("shared_timed")) {
    std::thread reader([] { look(sharedTimed); });
    add(sharedTimed);
    reader.join();
  } else if (is("tried") || is("expires")) {
    bool each = is("expires");
    std::thread other([] { add(sharedTimed), add(timed); });
    bool read = sharedTimed.try_lock_shared_for(kSecond);
    if (read)
      sharedTimed.unlock_shared();
    bool taken = timed.try_lock_for(kSecond);
    if (taken)
      timed.unlock();
    other.join();
    assert(!each || (read && taken));
  } else if (is("meeting")) {
    auto reader = [] {
      std::shared_lock<std::shared_mutex> held(shared);
      meet();
    };
    std::thread first(reader), second(reader);
    add(shared);
    first.join();
    second.join();
  } else if (is("unlock_of_shared")) {
    std::thread([] { shared.unlock(); }).join();
  } else if (is("unlock_shared_of_shared")) {
    std::thread([] { shared.unlock_shared(); }).join();
  } else if (is("unlock_of_timed")) {
    std::thread([] { timed.unlock(); }).join();
  } else if (is("unlock_of_recursive_timed")) {
    recursiveTimed.lock();
    std::thread([] { recursiveTimed.unlock(); }).join();
  } else if (is("unlock_of_shared_timed")) {
    std::thread([] { sharedTimed.unlock_shared(); }).join();
  }
}
