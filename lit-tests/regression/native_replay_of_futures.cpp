// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A replay of native threads hung, and was told not to fit its log, where the recorded run had waited for a std::future up to a time: libstdc++ does so by a
// futex of its own, and whether that was woken or came to its time was not in the log. Each run of this program fails, and prints which waits came to their
// time; what it printed is printed again by its log.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; for seed in {1..8}; do rm -f *.xblock-native; %xblock run --policy=native --seed=$seed --stuck-seconds=60 -- %t > err 2>&1; [ $? = 1 ] && grep "^    | " err > first || exit 1; for i in 1 2 3; do %xblock run --policy=native --stuck-seconds=60 --native-log=$(ls *.xblock-native) -- %t > err 2>&1; [ $? = 1 ] && grep "^    | " err > again && cmp first again && grep -q "exit, as in the log" err || exit 1; done; done'
#include <chrono>
#include <cstdio>
#include <future>
#include <thread>

using namespace std::chrono_literals;

static bool late(std::shared_future<int> future, std::chrono::microseconds time) { return future.wait_for(time) == std::future_status::timeout; }

int main() {
  for (int i = 0; i < 5; ++i) {
    std::promise<int> promise;
    std::shared_future<int> future = promise.get_future().share();
    bool soon = false, later = false, until = false;
    std::thread a([&] { soon = late(future, 1us); }), b([&] { later = late(future, 1s); });
    std::thread c([&] { until = future.wait_until(std::chrono::system_clock::now() + 50us) == std::future_status::timeout; });
    std::future<int> task = std::async(std::launch::async, [] { return 4; });
    bool taskIsLate = task.wait_for(20us) == std::future_status::timeout;
    promise.set_value(task.get());
    a.join();
    b.join();
    c.join();
    std::printf("%d %d %d %d %d\n", soon, later, until, taskIsLate, future.get());
  }
  return 3;
}
