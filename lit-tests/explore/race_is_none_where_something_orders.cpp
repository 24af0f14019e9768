// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// None of these is a race: each has what orders its accesses, in every schedule and mode.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t mutex -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t message -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t fences -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t join -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t condition -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t once -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t owners -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t reuse -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t stack -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t message -- verdict=complete \
// RUN:   failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t condition -- verdict=complete \
// RUN:   failures=none
// And these are, each for one thing less.
// RUN: %python %S/Inputs/explore.py %xblock -- %t relaxed -- verdict=failure failures=race \
// RUN:   "message~data race on value: T1 writes at .*, T2 reads at "
// RUN: %python %S/Inputs/explore.py %xblock -- %t early -- verdict=failure failures=race
// RUN: %python %S/Inputs/explore.py %xblock -- %t freed -- verdict=failure failures=heap,race
// RUN: not %xblock run --keep-going -- %t freed 2>&1 | FileCheck %s
// CHECK: race: data race on 0x{{.*}} on the heap: {{.*}}frees at race_is_none
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

static int value, sink;
static std::mutex lock;
static std::condition_variable changed;
static std::atomic<int> flag;
static bool ready;
static std::once_flag once;
static volatile int *shared;

static void both(void (*a)(), void (*b)()) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

static void increment() {
  std::lock_guard<std::mutex> held(lock);
  value++;
}
static void publish() {
  value = 1;
  flag.store(1, std::memory_order_release);
}
static void receive() {
  if (flag.load(std::memory_order_acquire))
    assert(value == 1);
}
static void publishRelaxed() {
  value = 1;
  flag.store(1, std::memory_order_relaxed);
}
static void publishFenced() {
  value = 1;
  std::atomic_thread_fence(std::memory_order_release);
  flag.store(1, std::memory_order_relaxed);
}
static void receiveFenced() {
  if (flag.load(std::memory_order_relaxed)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    assert(value == 1);
  }
}
static void hand() {
  value = 1;
  std::lock_guard<std::mutex> held(lock);
  ready = true;
  changed.notify_one();
}
static void take() {
  {
    std::unique_lock<std::mutex> held(lock);
    changed.wait(held, [] { return ready; });
  }
  assert(value == 1);
}
static void initialise() {
  std::call_once(once, [] { value = 1; });
  assert(value == 1);
}
static void renew() {
  std::lock_guard<std::mutex> held(lock);
  delete shared;
  shared = new int(3);
}
static void release() { delete shared; }
static void look() { sink = *shared; }

int main(int, char **argv) {
  std::string_view what = argv[1];
  if (what == "mutex") {
    both(increment, increment);
  } else if (what == "message") {
    both(publish, receive);
  } else if (what == "fences") {
    both(publishFenced, receiveFenced);
  } else if (what == "relaxed") {
    both(publishRelaxed, receive);
  } else if (what == "join") {
    value = 1;
    std::thread([] { value++; }).join();
    std::thread([] { value++; }).join();
    assert(value == 3);
  } else if (what == "early") {
    std::thread thread([] { value++; });
    value = 1;
    thread.join();
  } else if (what == "condition") {
    both(hand, take);
  } else if (what == "once") {
    both(initialise, initialise);
  } else if (what == "owners") {
    auto object = std::make_shared<int>(7);
    std::thread first([copy = object] { assert(*copy == 7); });
    object.reset();
    first.join();
  } else if (what == "reuse") {
    shared = new int(3);
    both(renew, renew);
    delete shared;
  } else if (what == "freed") {
    shared = new int(3);
    both(release, look);
  } else if (what == "stack") {
    for (int i = 0; i < 2; i++)
      std::thread([] {
        int local = 0;
        std::thread([&] { local++; }).join();
        assert(local == 1);
      }).join();
  }
}
