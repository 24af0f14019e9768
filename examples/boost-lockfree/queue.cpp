// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A queue of many producers and consumers: nothing is lost or there twice, and what one thread pushed comes in its order.
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int> queue(2);
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });
  int value, last = 0;
  for (int tries = 0; tries < 2; tries++)
    if (queue.pop(value))
      assert(value == ++last);
  producer.join();
  while (queue.pop(value))
    assert(value == ++last);
  assert(last == 2);
}
