// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A schedule that the process which searches does not survive is a failure of kind death, found as the command finds it, and the program
// goes on. A process that is killed by SIGKILL gives no verdict, which the result says.
// RUN: clang-19 -O1 -fPIC -shared %S/Inputs/kills.c -o %t.so
// RUN: %xblock_cxx -std=c++17 -g -O1 %s %t.so -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK: xblock: the process that explores died of SIGUSR1; it is started again to see in which schedule
// CHECK: xblock: the process that explores died of SIGUSR1 after schedule {{x1:.*}}; it is started again to go on behind that
// CHECK: death: the process that explores died of SIGUSR1 in this block
// CHECK: xblock: failure: 1 failure in 1 of 2 schedules (dpor)
// CHECK: xblock: no verdict: the exploring process died of SIGKILL
// CHECK: goes on
#include "xblock/explore.h"

#include <cassert>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <thread>

extern "C" void kill_process(int signal);

static void end_all_if_first(int signal) {
  std::mutex m;
  int n = 0;
  auto work = [&](bool ends) {
    std::lock_guard<std::mutex> lock(m);
    if (ends && n == 0)
      kill_process(signal);
    ++n;
  };
  std::thread a(work, false), b(work, true);
  a.join();
  b.join();
}

int main() {
  xblock::result r = xblock::explore([] { end_all_if_first(SIGUSR1); });
  assert(r.verdict == xblock::verdict::failure && r.failures[0].kind == "death");
  r = xblock::explore([] { end_all_if_first(SIGKILL); });
  assert(r.verdict == xblock::verdict::usage && r.failures.empty());
  std::puts("goes on");
}
