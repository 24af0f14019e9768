// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads take from a stack, and one gives back: each value is on it once, or with the thread that took it.
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int, boost::lockfree::capacity<2>> stack;
  stack.push(1);
  stack.push(2);
  int mine = 0, first = 0, second = 0;
  std::thread other([&] {
    if (stack.pop(first) && stack.pop(second)) {
      stack.push(first);
      first = 0;
    }
  });
  stack.pop(mine);
  other.join();
  int seen = first + second + mine, value;
  while (stack.pop(value))
    seen += value;
  assert(seen == 3);
}
