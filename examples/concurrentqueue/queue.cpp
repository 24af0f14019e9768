// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two producers and a consumer: nothing is lost or there twice, and what one producer gave comes in its order.
#include <cassert>
#include <concurrentqueue/concurrentqueue.h>
#include <thread>

struct Item {
  int producer, number;
};

int main() {
  moodycamel::ConcurrentQueue<Item> queue;
  int next[2] = {0, 0};
  auto take = [&] {
    Item item;
    if (!queue.try_dequeue(item))
      return false;
    assert(item.number == next[item.producer]++);
    return true;
  };
  std::thread producers[2];
  for (int p = 0; p < 2; p++)
    producers[p] = std::thread([&queue, p] {
      queue.enqueue({p, 0});
      if (p == 0)
        queue.enqueue({p, 1});
    });
  take();
  for (std::thread &producer : producers)
    producer.join();
  while (take()) {
  }
  assert(next[0] == 2 && next[1] == 1);
}
