// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::condition_variable: a queue that is closed when nothing more comes.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: took 1 2 3
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>
#include <vector>

template <class T> class Queue {
public:
  void put(T value) {
    {
      std::lock_guard<std::mutex> held(lock_);
      values_.push(std::move(value));
    }
    changed_.notify_one();
  }
  void close() {
    {
      std::lock_guard<std::mutex> held(lock_);
      closed_ = true;
    }
    changed_.notify_all();
  }
  std::optional<T> take() {
    std::unique_lock<std::mutex> held(lock_);
    changed_.wait(held, [this] { return closed_ || !values_.empty(); });
    if (values_.empty())
      return std::nullopt;
    T value = std::move(values_.front());
    values_.pop();
    return value;
  }

private:
  std::mutex lock_;
  std::condition_variable changed_;
  std::queue<T> values_;
  bool closed_ = false;
};

int main() {
  Queue<int> queue;
  std::vector<int> taken;
  std::thread consumer([&] {
    while (std::optional<int> value = queue.take())
      taken.push_back(*value);
  });
  for (int i = 1; i <= 3; ++i)
    queue.put(i);
  queue.close();
  consumer.join();
  std::cout << "took";
  for (int value : taken)
    std::cout << ' ' << value;
  std::cout << '\n';
}
