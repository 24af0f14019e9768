// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: what is initialised once was no lock of the wait-for graph, and whoever came when it was done wanted nothing, so
// a deadlock of a mutex and std::call_once, or of two static variables, was missed, and the verdict complete.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t once -- verdict=failure failures=deadlock message~mutex
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t once -- verdict=failure failures=deadlock
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t statics -- verdict=failure failures=deadlock message~guard
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t same -- verdict=complete failures=none
#include <cstring>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::once_flag flag;

static int second(int depth);
static int first(int depth) {
  static int value = depth ? second(depth - 1) : 1;
  return value;
}
static int second(int depth) {
  static int value = depth ? first(depth - 1) : 1;
  return value;
}

static void initialise() {
  std::call_once(flag, [] { std::lock_guard<std::mutex> held(mutex); });
}

static void useUnderMutex() {
  std::lock_guard<std::mutex> held(mutex);
  std::call_once(flag, [] {});
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "once";
  if (strcmp(how, "once") == 0) {
    std::thread other(useUnderMutex);
    initialise();
    other.join();
  } else if (strcmp(how, "statics") == 0) {
    std::thread other([] { first(1); });
    second(1);
    other.join();
  } else { // one order
    std::thread other(initialise);
    initialise();
    other.join();
  }
}
