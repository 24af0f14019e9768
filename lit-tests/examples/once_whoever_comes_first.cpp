// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::call_once, a static of a function, and thread_local objects.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: made 1 1, each thread counts 2
#include <iostream>
#include <mutex>
#include <thread>

static int made = 0, initialised = 0;
static std::once_flag flag;
static thread_local int own = 0;

struct Settings {
  Settings() { ++initialised; }
};
static Settings &settings() {
  static Settings all;
  return all;
}

static int work() {
  for (int i = 0; i < 2; ++i) {
    std::call_once(flag, [] { ++made; });
    settings();
    ++own;
  }
  return own;
}

int main() {
  int others = 0;
  std::thread other([&] { others = work(); });
  int mine = work();
  other.join();
  std::cout << "made " << made << ' ' << initialised << ", each thread counts " << (mine == others ? mine : -1) << '\n';
}
