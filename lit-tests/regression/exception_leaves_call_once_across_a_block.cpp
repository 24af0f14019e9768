// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// An exception that leaves the function of std::call_once was caught by the runtime and thrown again behind the end of a block.
// What the C++ library notes of that in the exception was not rolled back: as the next block was run a second time, since its
// join had to wait, the exception counted as uncaught.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t -- verdict=complete failures=none
// RUN: %xblock_cxx -std=c++17 -g -O1 -DPLAIN %s -o %t.plain
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.plain -- verdict=complete schedules=1 failures=none
//
// The thread touches nothing that main does: 1.
#include <mutex>
#include <pthread.h>
#include <thread>

static std::once_flag flag;
static pthread_once_t plain = PTHREAD_ONCE_INIT;
static int other;

static void fails() { throw 1; }

int main() {
  int caught = 0;
  std::thread thread([] { other = 1; });
  try {
#ifdef PLAIN
    pthread_once(&plain, fails);
#else
    std::call_once(flag, fails);
#endif
  } catch (int) {
    caught = 1;
  }
  thread.join();
  return caught != 1;
}
