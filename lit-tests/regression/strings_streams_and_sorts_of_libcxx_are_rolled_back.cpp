// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// libc++ 19 does not know the macro that kept it from using what its library holds ready: std::string, streams and
// std::sort of numbers wrote memory without hooks, and the outputs of schedules were wrong.
// RUN: %xblock_cxx -std=c++17 -stdlib=libc++ -c %s -o %t.o && llvm-nm -C %t.o | FileCheck --check-prefix=SYMBOLS %s
// SYMBOLS-NOT: U std::__1::basic_
// RUN: %xblock_cxx -std=c++17 -stdlib=libc++ -g -O0 %s -o %t
// RUN: %python %S/Inputs/same_outcomes.py %t
// RUN: %xblock_cxx -std=c++17 -stdlib=libc++ -g -O2 %s -o %t.O2
// RUN: %python %S/Inputs/same_outcomes.py %t.O2
#include <algorithm>
#include <cstdio>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static std::mutex mutex;
static int numbers[6] = {5, 3, 4, 1, 2, 0};
static std::string text = "a string that is too long to be a short one";
static std::ostringstream stream;

static void run(int n) {
  std::lock_guard<std::mutex> held(mutex);
  std::sort(numbers, numbers + 6);
  std::reverse(numbers + n, numbers + 6);
  text.erase(n, 2);
  text.insert(3 * n, std::to_string(n));
  stream << n << ' ' << n * 0.5 << ';';
}

int main() {
  std::thread a(run, 1), b(run, 2);
  run(3);
  a.join();
  b.join();
  for (int n : numbers)
    printf("%d ", n);
  printf("%s %s\n", text.c_str(), stream.str().c_str());
}
