// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Wrong use: the queue is for one producer, and here are two.
#include <cassert>
#include <readerwriterqueue/readerwriterqueue.h>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(2);
  std::thread other([&] { queue.enqueue(1); });
  queue.enqueue(2);
  other.join();
  int value, count = 0;
  while (queue.try_dequeue(value))
    count++;
  assert(count == 2);
}
