// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Locks, waits and memory that the program uses by way of the C++ library are shown with the
// program's line, whichever library it is and whatever is inlined; so are races. What is handed
// to a thread as it starts is no event.
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t && not %xblock run -- %t 2>&1 | FileCheck %s
// RUN: %xblock_cxx -std=c++17 -g -O2 %s -o %t && not %xblock run -- %t 2>&1 | FileCheck %s
// RUN: %xblock_cxx -std=c++17 -g -O0 -stdlib=libc++ %s -o %t && not %xblock run -- %t 2>&1 | FileCheck %s
// RUN: %xblock_cxx -std=c++17 -g -O2 -stdlib=libc++ %s -o %t && not %xblock run -- %t 2>&1 | FileCheck %s
// CHECK: deadlock: main waits for the end of T1; T1 waits for condition variable queue
// CHECK: {{^ *}}schedule{{$}}
// CHECK-NEXT: main T1 T2
// CHECK-NEXT: start T2 {{.*}}.cpp:[[#@LINE+43]]
// CHECK-NEXT: write {{.*}} on the heap {{.*}}.cpp:[[#@LINE+29]]
// CHECK-NEXT: > 3 * lock queue+{{.*}}.cpp:[[#@LINE+19]]
// CHECK-NEXT: notify queue+{{.*}}.cpp:[[#@LINE+20]]
// CHECK-NEXT: unlock queue+{{.*}}.cpp:[[#@LINE+20]]
// CHECK-NEXT: end
// CHECK-NEXT: write {{.*}} on the heap {{.*}}.cpp:[[#@LINE+24]]
// CHECK-NEXT: lock queue+{{.*}}.cpp:[[#@LINE+19]]
// CHECK-NEXT: wait queue+{{.*}}.cpp:[[#@LINE+19]]
// CHECK: race: data race on {{.*}} on the heap: T1 writes at schedules{{[a-z_]*}}.cpp:[[#@LINE+21]]
// CHECK-SAME: , T2 writes at schedules{{.*}}.cpp:[[#@LINE+20]]
// CHECK: xblock: failure: deadlock in schedule 2, 1 data race (dpor)
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace services {
template <typename Value> class Queue {
public:
  void put(Value value) {
    std::lock_guard<std::mutex> held(lock_);
    last_ = value;
    changed_.notify_one();
  }
  void await() {
    std::unique_lock<std::mutex> held(lock_);
    changed_.wait(held);
  }
  std::vector<Value> seen{Value(), Value()};
  void note(Value value) { seen[0] = value; }

private:
  std::mutex lock_;
  std::condition_variable changed_;
  Value last_{};
};
} // namespace services

static services::Queue<int> queue;

int main() {
  std::thread waiter([] { queue.note(1), queue.await(); });
  std::thread adder([](int value) { queue.note(2), queue.put(value); }, 1);
  waiter.join();
  adder.join();
}
