// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The texts of exceptions of <stdexcept>, and the counts in them of exceptions that share one, were memory of the library: not
// rolled back, never given back, at other addresses in each run of a block, so that a search of a program that throws could
// not be gone on with. Copies share a text across threads here, and are destroyed by the library too: by a table of virtual
// functions, and as they are caught.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep --keep-going --verify-restore -- %t -- verdict=complete \
// RUN:   failures=none schedules=20
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t -- verdict=complete failures=none schedules=20
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t.O0
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t.O0 -- verdict=complete failures=none schedules=20
// RUN: %xblock_cxx -stdlib=libc++ -std=c++17 -g -O1 %s -o %t.libcxx && %t.libcxx
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --verify-restore -- %t.libcxx -- verdict=complete failures=none \
// RUN:   schedules=20
// RUN: %xblock_cxx -std=c++17 -g -O1 -DKEEPS %s -o %t.keeps
// RUN: not %xblock run -- %t.keeps 2>&1 | FileCheck %s
// CHECK: use after free
// 20: three times the lock in each of two threads, C(6, 3) orders.
#include <cassert>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex mutex;
static int steps;
static std::unique_ptr<std::out_of_range> kept;
static std::unique_ptr<std::exception> first;

template <typename F> static void locked(F f) {
  std::lock_guard<std::mutex> held(mutex);
  ++steps;
  f();
}

static void run() {
  std::unique_ptr<std::exception> mine;
  locked([&] { mine = std::make_unique<std::out_of_range>(*kept); });
  locked([&] {
    if (!first)
      first = std::make_unique<std::out_of_range>(*kept);
    else
      first = nullptr; // by the table
  });
  const char *text = "";
  try {
    locked([&] { throw std::out_of_range(*kept); });
  } catch (const std::exception &e) {
    text = e.what();
    assert(std::string(text) == "a text that is too long for a short one");
  }
  assert(std::string(mine->what()) == "a text that is too long for a short one");
#ifdef KEEPS
  try {
    throw std::runtime_error("another");
  } catch (const std::exception &e) {
    text = e.what();
  }
  assert(text[0] == 'a');
#endif
}

int main() {
  kept = std::make_unique<std::out_of_range>("a text that is too long for a short one");
  std::thread a(run);
  run();
  a.join();
  assert(!first && std::string(kept->what()).size() == 39);
}
