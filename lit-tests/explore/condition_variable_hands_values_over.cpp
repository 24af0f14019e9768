// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A producer hands two values to a consumer through a queue with std::condition_variable; they come
// whole and in order.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock-rw -- %t -- verdict=complete \
// RUN:   schedules=20 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete \
// RUN:   schedules=71 failures=none
//
// A notify outside the lock is a visible step. Inputs/expected_counts.py cxx_queue.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable notEmpty;
static int values[2];
static int produced;

static void produce() {
  for (int i = 0; i < 2; i++) {
    {
      std::lock_guard<std::mutex> held(lock);
      values[produced] = 10 * (i + 1);
      produced++;
    }
    notEmpty.notify_one();
  }
}

static void consume() {
  for (int i = 0; i < 2; i++) {
    std::unique_lock<std::mutex> held(lock);
    notEmpty.wait(held, [i] { return produced > i; });
    assert(values[i] == 10 * (i + 1));
  }
}

int main() {
  std::thread producer(produce), consumer(consume);
  producer.join();
  consumer.join();
}
