// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// With SPLIT an increment takes its lock twice, and can be lost.
#include "counter.h"

#include <mutex>

static std::mutex lock;
static int counter;

void increment() {
  std::unique_lock<std::mutex> held(lock);
  int next = counter + 1;
#ifdef SPLIT
  held.unlock();
  held.lock();
#endif
  counter = next;
}

int count() {
  std::lock_guard<std::mutex> held(lock);
  return counter;
}
