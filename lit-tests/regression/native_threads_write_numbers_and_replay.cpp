// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: the process that all runs are forked from had read or written a log by streams, which left behind in the locale what threads of
// the run would have made: those did less than was recorded, and the log of a thread that writes a number or std::endl was said not to fit.
// atexit() and pthread_atfork(), which no library has under their names, were refused as functions that there are not.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --noise-probability=50 --max-schedules=2000 -- %t > out 2>&1; [ $? = 1 ]'
// RUN: bash -c 'cd %t.dir; for i in 1 2 3; do %xblock run --policy=native --stuck-seconds=60 --native-log=$(ls *.xblock-native) -- %t > out 2>&1; [ $? = 1 ] && FileCheck --input-file=out %s || exit 1; done'
// CHECK: xblock: replay: {{[0-9]+}} events, abort, as in the log (native)
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <pthread.h>
#include <sstream>
#include <thread>

static std::atomic<int> x;

int main() {
  atexit([] {});
  pthread_atfork(nullptr, nullptr, nullptr);
  auto add = [](bool writes) {
    int seen = x;
    if (writes) {
      std::ostringstream text;
      text << 5 << std::endl;
      std::cout << seen << std::endl;
    }
    x = seen + 1;
  };
  std::thread a(add, true), b(add, false);
  a.join();
  b.join();
  if (x != 2)
    abort();
}
