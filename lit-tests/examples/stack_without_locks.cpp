// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::atomic with compare_exchange: a stack that two threads push to.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: 4 nodes, sum 10
#include <atomic>
#include <iostream>
#include <thread>

template <class T> class Stack {
public:
  ~Stack() {
    for (Node *node = head_; node;) {
      Node *next = node->next;
      delete node;
      node = next;
    }
  }
  void push(T value) {
    Node *node = new Node{value, head_.load(std::memory_order_relaxed)};
    while (!head_.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }
  template <class Visit> void each(Visit visit) const {
    for (Node *node = head_.load(std::memory_order_acquire); node; node = node->next)
      visit(node->value);
  }

private:
  struct Node {
    T value;
    Node *next;
  };
  std::atomic<Node *> head_{nullptr};
};

int main() {
  Stack<int> stack;
  std::thread other([&] { stack.push(1), stack.push(2); });
  stack.push(3);
  stack.push(4);
  other.join();
  int count = 0, sum = 0;
  stack.each([&](int value) { count++, sum += value; });
  std::cout << count << " nodes, sum " << sum << '\n';
}
