// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::atomic_load and std::atomic_store of a shared_ptr hold a lock of libstdc++ that was locked for real, across the ends
// of blocks: the one OS thread waited for itself for ever.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t -- verdict=complete failures=none
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> shared = std::make_shared<int>(0);

int main() {
  std::thread other([] { std::atomic_store(&shared, std::make_shared<int>(1)); });
  std::shared_ptr<int> seen = std::atomic_load(&shared);
  assert(*seen == 0 || *seen == 1);
  other.join();
  assert(*shared == 1);
}
