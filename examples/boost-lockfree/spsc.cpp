// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// One producer and one consumer, with room for two: they wait for each other, and each value comes once, in order.
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  std::thread producer([&] {
    for (int i = 1; i <= 3; i++)
      while (!queue.push(i)) {
      }
  });
  for (int expected = 1; expected <= 3; expected++) {
    int value;
    while (!queue.pop(value)) {
    }
    assert(value == expected);
  }
  producer.join();
}
