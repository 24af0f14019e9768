// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A producer and a consumer that waits, until the queue is closed: each value comes once, in order, and the consumer ends.
#define BOOST_THREAD_VERSION 4
#define BOOST_THREAD_DONT_PROVIDE_INTERRUPTIONS
#include <boost/thread/lock_guard.hpp>
#include <boost/thread/concurrent_queues/sync_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::sync_queue<int> queue;
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
    queue.close();
  });
  int value, last = 0;
  while (queue.wait_pull(value) == boost::queue_op_status::success)
    assert(value == ++last);
  assert(last == 2);
  producer.join();
}
