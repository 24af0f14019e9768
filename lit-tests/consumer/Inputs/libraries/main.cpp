// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#include "libraries.h"

#include <cassert>
#include <thread>

static void run(int n) {
  addToShared(n);
  addToStatic(n);
  assert(callsOfThisThread() == 11 && visibleCalls == 1);
}

int main() {
  visibleCalls = 5;
  std::thread first(run, 1), second(run, 2);
  first.join();
  second.join();
  assert(callsOfThisThread() == 10 && visibleCalls == 5);
  assert(staticTotal() == 3 && sharedTotal() == 3);
  assert(visibleTotal == 3);
}
