// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A lazily made object whose flag is set before the object is: who looks at the flag without the
// lock can use what is not there yet. dpor ends blocks between the racing accesses, so the failure is
// found, and the race is reported.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure "failures~^assertion,race" \
// RUN:   "message~value == 7"
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 assertion -- %t
// RUN: %xblock_cxx -DRIGHT -std=c++17 -g -O1 %s -o %t.right
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t.right -- verdict=failure \
// RUN:   "failures~^race(,race)*$"
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
volatile bool made;
volatile int value;

static void make() {
#ifdef RIGHT
  value = 7;
  made = true;
#else
  made = true;
  value = 7;
#endif
}

static void use() {
  if (!made) {
    std::lock_guard<std::mutex> held(lock);
    if (!made)
      make();
  }
  assert(value == 7);
}

int main() {
  std::thread first(use), second(use);
  first.join();
  second.join();
}
