// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A consumer that waits: it gets all there is, in order, and is not left waiting.
#include <cassert>
#include <concurrentqueue/blockingconcurrentqueue.h>
#include <thread>

// How often a consumer looks before it waits: each look is one more place where the producer may be. With one, it waits as well, and
// finds something at once as well.
struct Traits : moodycamel::ConcurrentQueueDefaultTraits {
  static const int MAX_SEMA_SPINS = 1;
};

int main() {
  moodycamel::BlockingConcurrentQueue<int, Traits> queue;
  std::thread producer([&] {
    queue.enqueue(1);
    queue.enqueue(2);
  });
  for (int expected = 1; expected <= 2; expected++) {
    int value;
    queue.wait_dequeue(value);
    assert(value == expected);
  }
  producer.join();
}
