// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::barrier of libstdc++ begins where a hash of the thread's id says, which is an address: a log of native runs did not fit the next run, whose addresses
// were others. Nor were those of what threads allocate as they begin, which they did in no order. Each run of this program fails, and prints in which order threads came
// to the barrier, and where their memory lies; its log prints that again.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; for seed in {1..6}; do rm -f *.xblock-native; %xblock run --policy=native --seed=$seed --stuck-seconds=60 -- %t > err 2>&1; [ $? = 1 ] && grep "^    | " err > first || exit 1; for i in 1 2 3; do %xblock run --policy=native --stuck-seconds=60 --native-log=$(ls *.xblock-native) -- %t > err 2>&1; [ $? = 1 ] && grep "^    | " err > again && cmp first again && grep -q "exit, as in the log" err || exit 1; done; done'
#include <atomic>
#include <barrier>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

static std::barrier<> all(4);
static std::mutex lock;
static long order, places;

static void work(int me) {
  std::vector<int> own(1000, me);
  for (int i = 0; i < 10; ++i) {
    {
      std::lock_guard hold(lock);
      order = (order * 5 + me) % 1000003;
      places = (places * 31 + reinterpret_cast<intptr_t>(own.data()) / 16) % 1000003;
    }
    all.arrive_and_wait();
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int me = 1; me <= 4; ++me)
    threads.emplace_back(work, me);
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%ld %ld\n", order, places);
  return 3;
}
