// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What threads wait for, and what calls return that depends on time, is the same in a replay: the order in which values come through a buffer of two
// places, by condition variables with and without a time; who got a unit of a semaphore, came through a barrier last, could take a lock at the first try, or
// read under a lock for reading. A run prints all that.
// RUN: %xblock_cxx -g -O1 -std=c++20 %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --max-schedules=50 -- %t > out 2>&1; [ $? = 2 ] && grep -q "incomplete: 50 schedules, 0 failures (native)" out'
// With an argument each run fails: that of each of three seeds is recorded, and is told again five times.
// RUN: bash -c 'cd %t.dir; for seed in 1 2 3; do rm -f *.xblock-native; %xblock run --policy=native --seed=$seed --noise-probability=30 -- %t 3 > err 2>&1; [ $? = 1 ] && grep "^    | " err > first || exit 1; for i in {1..5}; do %xblock run --policy=native --native-log=$(ls *.xblock-native) -- %t 3 > err 2>&1; [ $? = 1 ] && grep "^    | " err > again && cmp first again && grep -q "exit, as in the log" err || exit 1; done; done'
#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <map>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int kEach = 10;
std::mutex lock, tried;
std::condition_variable notFull, notEmpty;
std::vector<int> buffer;
std::map<int, int> order; // by number of the value that was taken
std::shared_mutex shared;
int told;
sem_t units;
std::atomic<int> unitsOf[2], failedTries;
pthread_barrier_t barrier;
std::atomic<int> serial;
thread_local std::string name;

int early() {
  static int value = [] { return std::atoi("7"); }();
  return value;
}

void put(int from) {
  name = "thread " + std::to_string(from);
  for (int i = 0; i < kEach; ++i) {
    std::unique_lock<std::mutex> hold(lock);
    notFull.wait(hold, [] { return buffer.size() < 2; });
    buffer.push_back(from + i);
    notEmpty.notify_one();
  }
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    serial = from + early();
}

void take(int number) {
  for (int i = 0; i < kEach; ++i) {
    std::unique_lock<std::mutex> hold(lock);
    while (!notEmpty.wait_for(hold, std::chrono::microseconds(200), [] { return !buffer.empty(); })) {
    }
    order.emplace(static_cast<int>(order.size()), buffer.back());
    buffer.pop_back();
    notFull.notify_all();
    hold.unlock();
    while (!tried.try_lock())
      ++failedTries;
    sem_post(&units);
    tried.unlock();
    sem_wait(&units);
    ++unitsOf[number];
    std::shared_lock<std::shared_mutex> reads(shared);
    told = told * 3 + number; // a race, in the same order
  }
  try {
    throw std::runtime_error("thrown");
  } catch (const std::exception &error) {
    assert(std::string(error.what()) == "thrown");
  }
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    serial = number;
}

} // namespace

int main(int argc, char **argv) {
  sem_init(&units, 0, 0);
  pthread_barrier_init(&barrier, nullptr, 4);
  std::promise<int> promise;
  std::thread gives([&] { promise.set_value(early()); });
  assert(promise.get_future().get() == 7);
  gives.join();
  std::thread a(put, 0), b(put, 100), c(take, 0), d(take, 1);
  for (std::thread *thread : {&a, &b, &c, &d})
    thread->join();
  for (auto [at, value] : order)
    std::printf("%d ", value);
  // Arguments of all kinds, in registers and on the stack.
  std::printf("\n%d %d %d %d %d %d %d %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f\n", told, unitsOf[0].load(), unitsOf[1].load(),
              failedTries.load(), serial.load(), 6, 7, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
  assert(order.size() == 2 * kEach && buffer.empty());
  return argc > 1 ? std::atoi(argv[1]) : 0;
}
