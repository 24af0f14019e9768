// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The circular buffer for one producer and one consumer, which wait for each other where it is full or empty.
#include <cassert>
#include <readerwriterqueue/readerwritercircularbuffer.h>
#include <thread>

int main() {
  moodycamel::BlockingReaderWriterCircularBuffer<int> buffer(1);
  std::thread producer([&] {
    for (int i = 1; i <= 2; i++)
      buffer.wait_enqueue(i);
  });
  for (int expected = 1; expected <= 2; expected++) {
    int value;
    buffer.wait_dequeue(value);
    assert(value == expected);
  }
  producer.join();
}
