// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// With SPLIT an addition takes its lock twice, and can be lost.
#include "libraries.h"

#include <mutex>
#include <vector>

static std::mutex lock;
static std::vector<int> numbers;
static thread_local int calls = 10;
__thread int visibleCalls;
int visibleTotal;

void addToShared(int n) {
  calls++;
  visibleCalls++;
  std::unique_lock<std::mutex> held(lock);
  numbers.push_back(n);
  int next = visibleTotal + n;
#ifdef SPLIT
  held.unlock();
  held.lock();
#endif
  visibleTotal = next;
}

int sharedTotal() {
  int sum = 0;
  for (int number : numbers)
    sum += number;
  return sum;
}

int callsOfThisThread() { return calls; }
