// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a block that was to be cut after a racing access was cut in the middle of __cxa_end_catch, where the library gives
// memory back. What it wrote behind that, the number of owners of the exception, was not rolled back.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --check=none -- %t -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=failure failures=race
#include <cassert>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

static std::mutex lock;
static int sum;

/// libstdc++ counts 128 bytes before the object.
static int owners(void *exception) { return *reinterpret_cast<int *>(static_cast<char *>(exception) - 128); }

int main() {
  std::exception_ptr mine = std::make_exception_ptr(5);
  void *exception;
  memcpy(&exception, &mine, sizeof exception);
  std::thread other([theirs = mine, exception]() mutable {
    {
      std::lock_guard<std::mutex> held(lock);
      sum++;
    }
    assert(owners(exception) >= 1);
    theirs = nullptr;
  });
  {
    std::lock_guard<std::mutex> held(lock);
    sum++;
  }
  try {
    std::rethrow_exception(std::move(mine));
  } catch (int e) {
    sum += e;
  }
  other.join();
}
