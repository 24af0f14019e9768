// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::scoped_lock of three mutexes in rotated orders: the search did not end, since one lock that a round took let all places
// of the thread try again, for ever. What is bounded is each place, for each lock. At -O0 all three are tried at one place.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t1
// RUN: %python %S/Inputs/explore.py %xblock -- %t1 -- failures=none
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t0
// RUN: %python %S/Inputs/explore.py %xblock -- %t0 -- failures=none
// RUN: %xblock run -- %t1 2>&1 | FileCheck %s
// CHECK: complete up to what follows: {{[0-9]+}} schedules, 0 failures
// CHECK-NEXT: up to: 1 try-lock in a row
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b, c;
static int x;

int main() {
  std::thread other([] {
    std::scoped_lock held(a, b, c);
    x++;
  });
  {
    std::scoped_lock held(c, a, b);
    x++;
  }
  other.join();
  assert(x == 2);
}
