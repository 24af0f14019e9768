// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A failure shows what its schedule printed, and nothing of other schedules; std::cout and
// std::cerr.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=failure failures=assertion \
// RUN:   "output~main starts\\\\nthread 2\\\\nthread 1\\\\nwrong\\\\n"
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=failure \
// RUN:   failures=assertion "output~main starts\\\\nthread 2\\\\nthread 1\\\\nwrong\\\\n"
#include <cassert>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex lock;
static int last;

static void run(int number) {
  std::lock_guard<std::mutex> held(lock);
  last = number;
  std::cout << "thread " << number << std::endl;
}

int main() {
  std::cout << "main starts\n";
  std::thread first(run, 1), second(run, 2);
  first.join();
  second.join();
  if (last != 2)
    std::cerr << "wrong\n";
  assert(last == 2);
}
