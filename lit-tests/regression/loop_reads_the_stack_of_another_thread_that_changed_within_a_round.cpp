// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a loop of several looks at the stack of another thread, which changed between two of them, was taken for one in which nothing
// had changed, as it came back to where it was: a livelock was reported where the next look would have ended it. Boost's spsc_queue in
// main, which a thread waits for until it is no longer full, failed so.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=4 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t never -- verdict=failure failures=livelock
//
// main opens before the waiter looks, or after 1 to 3 looks, of which the last is seen to change nothing: 4.
#include <atomic>
#include <thread>

int main(int argc, char **) {
  std::atomic<int> first{0}, open{0}, last{0};
  std::thread waiter([&] {
    while (first.load() + !open.load() + last.load()) {
    }
  });
  if (argc == 1)
    open = 1;
  waiter.join();
}
