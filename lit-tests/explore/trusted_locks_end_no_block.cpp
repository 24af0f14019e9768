// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --trust: where a lock is given back that a named function took, or what it called, no block ends; by name, with and
// without namespace and parameters, or by file; and the verdict says so. What it hides is lost, as the last run shows.
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t
// RUN: %xblock_cxx -std=c++17 -g -O2 %s -o %t.fast
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete failures=none "schedules~^[3-9]"
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --trust=lib::count -- %t -- verdict=complete schedules=2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --trust=lib::count -- %t.fast -- verdict=complete schedules=2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock "--trust=none,lib::*" -- %t -- verdict=complete schedules=2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock "--trust=lib::count(int)" -- %t.fast -- schedules=2
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --trust=trusted_locks_end_no_block.cpp -- %t -- schedules=2
// RUN: %xblock run --trust=lib::count -- %t 2>&1 | FileCheck %s
// RUN: %xblock run --trust=count -- %t 2>&1 | FileCheck --check-prefix=NOBODY %s
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast twice -- verdict=failure failures=exit
// RUN: not %xblock run --trust=lib::count -- %t.fast fail 2>&1 | FileCheck --check-prefix=REPLAY %s
// REPLAY: xblock replay --trust=lib::count x1:
// RUN: %python %S/Inputs/explore.py %xblock --trust=lib::count -- %t.fast twice -- verdict=complete failures=none
//
// CHECK: xblock: complete up to what follows:
// CHECK-NEXT: up to: no block ends where a lock is given back that --trust=lib::count names
// NOBODY: note: --trust=count names nobody who takes a lock
//
// With the locks trusted each thread is one block: 2 orders; else its end is a second one.
#include <mutex>
#include <thread>

static int total, low = 100;

namespace lib {
std::mutex lock;
__attribute__((noinline)) void count(int n) {
  std::lock_guard<std::mutex> held(lock);
  total += n;
  if (total < low)
    low = total;
}
} // namespace lib

static void twice() {
  lib::count(-1);
  lib::count(1);
}

int main(int argc, char **argv) {
  if (argc > 1) {
    std::thread a(twice), b(twice);
    a.join();
    b.join();
    return low < -1 || argv[1][0] == 'f'; // both were between their calls
  }
  std::thread a(lib::count, 1), b(lib::count, 2);
  a.join();
  b.join();
  return total != 3;
}
