// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A replay of native threads hung, and was told not to fit its log, where the recorded run had waited in a futex (std::atomic::wait() of libstdc++): the
// wait of the replay came behind its wake, and the value was again the one that it waited for to change. Each run of this program fails, and prints in
// which order threads had the unit; what it printed is printed again by its log. The unit is not a std::counting_semaphore: that of libstdc++ 12 can sleep
// for ever (explore/counting_semaphore_of_libstdcxx_12_sleeps_for_ever.cpp), and did here in one run of a few hundred.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; for seed in {1..8}; do rm -f *.xblock-native; %xblock run --policy=native --seed=$seed --stuck-seconds=60 -- %t > err 2>&1; [ $? = 1 ] && grep "^    | " err > first || exit 1; for i in 1 2 3; do %xblock run --policy=native --stuck-seconds=60 --native-log=$(ls *.xblock-native) -- %t > err 2>&1; [ $? = 1 ] && grep "^    | " err > again && cmp first again && grep -q "exit, as in the log" err || exit 1; done; done'
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

static std::atomic<int> units{1}, turns, round;
static int order;

static void acquire() {
  for (int one = 1; !units.compare_exchange_strong(one, 0); one = 1)
    units.wait(0);
}
static void release() {
  units = 1;
  units.notify_one();
}

static void work(int me) {
  for (int i = 0; i < 20; ++i) {
    acquire();
    order = (order * 4 + me) % 1000003;
    release();
    turns += order % 2;
  }
  if (++round == 3)
    round.notify_all();
  for (int now; (now = round) != 3;)
    round.wait(now);
}

int main() {
  std::vector<std::thread> threads;
  for (int me = 1; me <= 3; ++me)
    threads.emplace_back(work, me);
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%d %d\n", order, turns.load());
  return 3;
}
