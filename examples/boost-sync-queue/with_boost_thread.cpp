// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The same with boost::thread, which is in a library without hooks.
#define BOOST_THREAD_VERSION 4
#include <boost/thread/thread.hpp>
#include <boost/thread/concurrent_queues/sync_queue.hpp>
#include <cassert>

int main() {
  boost::sync_queue<int> queue;
  boost::thread producer([&] {
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
