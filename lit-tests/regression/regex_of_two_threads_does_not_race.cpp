// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::regex fills tables of the library's std::ctype<char> on first use, in code of its headers: two threads with a regex of
// their own each were reported as a data race, and took hundreds of schedules.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1 failures=none
//
// Nothing of the two is shared: 1.
#include <cassert>
#include <regex>
#include <thread>

static bool matches(const char *text) { return std::regex_match(text, std::regex("a[0-9]+")); }

int main() {
  bool one = false;
  std::thread thread([&] { one = matches("a1"); });
  bool two = matches("b");
  thread.join();
  assert(one && !two);
}
