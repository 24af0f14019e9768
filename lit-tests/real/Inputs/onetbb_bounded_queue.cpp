// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#include <oneapi/tbb/concurrent_queue.h>
#include <thread>

int main() {
  tbb::concurrent_bounded_queue<int> queue;
  std::thread producer([&] { queue.push(1); });
  int value;
  queue.pop(value);
  producer.join();
}
