// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two producers and a consumer: nothing is lost or there twice, and what one producer gave comes in its order.
#include <cassert>
#include <oneapi/tbb/concurrent_queue.h>
#include <thread>

int main() {
  tbb::concurrent_queue<int> queue;
  std::thread one([&] {
    queue.push(1);
    queue.push(2);
  });
  std::thread other([&] { queue.push(10); });
  int seen = 0, last = 0, value;
  auto take = [&] {
    if (!queue.try_pop(value))
      return false;
    seen += value;
    if (value < 10) {
      assert(value > last);
      last = value;
    }
    return true;
  };
  take();
  one.join();
  other.join();
  while (take()) {
  }
  assert(seen == 13);
}
