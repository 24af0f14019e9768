// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// libc++ makes a pthread key when the first thread runs, and keeps it in a static variable of its own. The key was rolled
// back, and with it the bytes around, as they were in the middle of that: the next thread found a static variable that is
// being initialised for ever.
// RUN: %xblock_cxx -std=c++17 -stdlib=libc++ -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t -- verdict=complete schedules=6 failures=none
//
// Three threads that each write under a lock: 3! orders.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int sum;

static void add(int n) {
  std::lock_guard<std::mutex> held(mutex);
  sum = 2 * sum + n;
}

int main() {
  std::thread a(add, 1), b(add, 2);
  add(3);
  a.join();
  b.join();
  assert(sum >= 11);
}
