// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The page of --coverage-html, in dark and light, wide and narrow: nothing goes wrong or is loaded, nothing is wider than the window, and what others executed meanwhile
// opens. Names are long.
// REQUIRES: chromium
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cxx -std=c++17 -g %s -o %t.d/p
// RUN: cd %t.d && %xblock run --coverage-html=page.html -- ./p && %python -B %S/Inputs/coverage_page.py page.html
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::mutex m;

template <typename T> struct AClassWithALongNameThatNobodyWouldWantToReadInATable {
  std::map<std::string, std::vector<T>> all;
  void addSomethingToItThatTakesArguments(const std::map<std::string, std::vector<T>> &more) {
    std::lock_guard guard(m);
    all.insert(more.begin(), more.end());
  }
};

int main() {
  AClassWithALongNameThatNobodyWouldWantToReadInATable<std::vector<std::string>> one;
  std::thread a([&] { one.addSomethingToItThatTakesArguments({}); });
  one.addSomethingToItThatTakesArguments({});
  a.join();
}
