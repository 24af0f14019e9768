// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// xblock_assert fails a schedule where NDEBUG is defined, too, and xblock_fail with its words. Natively neither does anything: the
// condition is not even evaluated.
// RUN: %xblock_cxx -g -O1 -DNDEBUG %s -o %t
// RUN: clang++-19 -I%source_root/include -Wall -Wextra -Werror %s -o %t.native && %t.native assert && %t.native fail && %t.native counts
//
// The smaller of two threads' values is 1, or 2 if T2 came first: it fails in one of 2 schedules.
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t assert -- verdict=failure schedules=2 failures=assertion:1 \
// RUN:   "message~^assertion 'first == 1' failed in int main\(int, char \*\*\) \(.*assertions_for_the_search_only.cpp:[0-9]+\)$"
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t fail -- verdict=failure schedules=2 failures=assertion:1 \
// RUN:   "message~^T2 came first, in int main\(int, char \*\*\) \(.*assertions_for_the_search_only.cpp:[0-9]+\)$"
// In an explored program the condition is evaluated once, and natively never.
// RUN: %python %S/Inputs/explore.py %xblock -- %t counts -- verdict=complete schedules=2 failures=none
#include <cstring>
#include <mutex>
#include <thread>
#include <xblock/xblock.h>

static std::mutex mutex;
static int first, evaluated;

static void come(int number) {
  std::lock_guard<std::mutex> guard(mutex);
  if (!first)
    first = number;
}

struct Condition {
  explicit operator bool() const { return ++evaluated > 0; }
};

int main(int, char **argv) {
  std::thread one(come, 1), two(come, 2);
  one.join();
  two.join();
  if (!std::strcmp(argv[1], "assert"))
    xblock_assert(first == 1);
  else if (!std::strcmp(argv[1], "fail")) {
    if (first == 2)
      xblock_fail("T2 came first");
  } else {
    xblock_assert(Condition());
    return evaluated != xblock::is_active();
  }
}
