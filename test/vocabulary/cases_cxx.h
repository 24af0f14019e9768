//===- cases_cxx.h - cases.h, with threads of C++ -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A class with some members, "std::mutex{lock unlock}", is the class and each of them.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "cases.h"

#include <thread>

/// T1 runs the first, main the second, and waits for T1.
template <class First, class Second> void together(First first, Second second) {
  std::thread thread(first);
  second();
  thread.join();
}
