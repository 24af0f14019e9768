// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Double-checked locking with a plain pointer is a race, though it works under sequential
// consistency; with an atomic pointer it is none, unless the orders are relaxed.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure "failures~^race" \
// RUN:   "message~data race on instance: T. writes at .*holding mutex lock.*holding nothing"
// RUN: %xblock_cxx -DATOMIC -std=c++17 -g -O1 %s -o %t.atomic
// RUN: %python %S/Inputs/explore.py %xblock -- %t.atomic -- verdict=complete failures=none
// RUN: %xblock_cxx -DATOMIC -DRELAXED -std=c++17 -g -O1 %s -o %t.relaxed
// RUN: %python %S/Inputs/explore.py %xblock -- %t.relaxed -- verdict=failure failures=race \
// RUN:   "message~data race on 0x[0-9a-f]+ on the heap: "
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Thing {
  int value = 7;
};
static std::mutex lock;
#ifdef RELAXED
static constexpr auto load = std::memory_order_relaxed, store = std::memory_order_relaxed;
#else
static constexpr auto load = std::memory_order_acquire, store = std::memory_order_release;
#endif

#ifdef ATOMIC
static std::atomic<Thing *> instance;
static Thing *get() {
  Thing *thing = instance.load(load);
  if (!thing) {
    std::lock_guard<std::mutex> held(lock);
    thing = instance.load(std::memory_order_relaxed);
    if (!thing)
      instance.store(thing = new Thing, store);
  }
  return thing;
}
#else
static Thing *instance;
static Thing *get() {
  if (!instance) {
    std::lock_guard<std::mutex> held(lock);
    if (!instance)
      instance = new Thing;
  }
  return instance;
}
#endif

static void use() { assert(get()->value == 7); }

int main() {
  std::thread first(use), second(use);
  first.join();
  second.join();
}
