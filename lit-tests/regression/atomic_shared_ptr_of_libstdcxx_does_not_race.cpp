// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::atomic<std::shared_ptr> of libstdc++ 12 gives its lock back with a relaxed order: by the letter its load races with the
// store that follows. The program does not; a data race was reported.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %t
// RUN: %xblock run -- %t 2>&1 | FileCheck %s
// RUN: %xblock_cxx -std=c++20 -g -O0 %s -o %t.O0
// RUN: %xblock run -- %t.O0 2>&1 | FileCheck %s
// CHECK: xblock: complete: {{[0-9]+}} schedules, 0 failures
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared{std::make_shared<int>(0)};

int main() {
  int value = -1;
  std::thread thread([&] { value = *shared.load(); });
  shared.store(std::make_shared<int>(1));
  thread.join();
  return value != 0 && value != 1;
}
