// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A program that replaced operator new and delete got memory of the runtime's from new[], and gave memory of its own to the
// runtime's sized delete: that looked like malloc and delete mixed up. The other forms call those that it replaces.
// RUN: %xblock_cxx -g -O0 -std=c++20 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t -- verdict=complete schedules=1 failures=none stdout="6 6\n"
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>

static int made, gone;

void *operator new(std::size_t n) {
  ++made;
  if (void *p = std::malloc(n + 1))
    return p;
  throw std::bad_alloc();
}
void operator delete(void *p) noexcept {
  ++gone;
  std::free(p);
}

struct Large {
  long x[4];
};

int main() {
  std::thread([] {
    made = gone = 0;
    delete new Large; // sized
    delete[] new char[3];
    delete new (std::nothrow) Large;
    delete[] new (std::nothrow) Large[2];
    operator delete(operator new(3), std::nothrow);
    operator delete[](operator new[](3), std::nothrow);
    std::printf("%d %d\n", made, gone);
  }).join();
}
