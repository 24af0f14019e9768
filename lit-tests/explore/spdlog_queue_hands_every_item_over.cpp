// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// spdlog's own details/mpmc_blocking_q.h, unmodified: two producers and one consumer over a queue
// of one slot. In every schedule each item arrives once, and those of a producer in their order.
// RUN: %xblock_cxx -std=c++17 -g -O1 -DSPDLOG_HEADER_ONLY -DSPDLOG_FMT_EXTERNAL -DFMT_HEADER_ONLY \
// RUN:   %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --no-reexecute -- %t -- \
// RUN:   verdict=complete failures=none
#include <cassert>
#include <chrono>
#include <thread>

#include <spdlog/common.h>
#include <spdlog/details/mpmc_blocking_q.h>

using Queue = spdlog::details::mpmc_blocking_queue<int>;

static void produce(Queue &queue, int item) { queue.enqueue(std::move(item)); }

int main() {
  Queue queue(1);
  std::thread first(produce, std::ref(queue), 1), second(produce, std::ref(queue), 2);
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int item = 0;
    while (!queue.dequeue_for(item, std::chrono::seconds(10)))
      ; // the wait may expire at any time
    assert(item == 1 || item == 2);
    sum += item;
  }
  first.join();
  second.join();
  assert(sum == 3 && queue.size() == 0 && queue.overrun_counter() == 0);
}
