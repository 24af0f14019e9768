// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// One producer, one consumer, and blocks of one element, so that the queue grows: each value comes once, in order.
#include <cassert>
#include <readerwriterqueue/readerwriterqueue.h>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(1);
  std::thread producer([&] {
    for (int i = 1; i <= 3; i++)
      queue.enqueue(i);
  });
  int value, last = 0;
  for (int tries = 0; tries < 3; tries++)
    if (queue.try_dequeue(value))
      assert(value == ++last);
  producer.join();
  while (queue.try_dequeue(value))
    assert(value == ++last);
  assert(last == 3);
}
