// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::scoped_lock takes two mutexes in whatever order without a deadlock.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete \
// RUN:   failures=none
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int x, y;

static void first() {
  std::scoped_lock held(a, b);
  x++;
  y = x;
}

static void second() {
  std::scoped_lock held(b, a);
  y++;
  x = y;
}

int main() {
  std::thread one(first), two(second);
  one.join();
  two.join();
  assert(x == 2 && y == 2);
}
