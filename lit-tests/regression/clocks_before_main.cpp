// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What constructors before main asked of clocks, and of the processor's counter, was real time: a program whose global variable took a seed of it was "complete" with a
// number of schedules that was chance. Each thread locks once, and once more if the bit that the constructor took is set; the same in each run. Time does not go back there, nor as main begins, passes by what
// is slept, which takes none, and loops that wait for a time end.
// RUN: %xblock_cxx -std=c++20 %s -o %t
// RUN: %t > %t.1 2>&1 && FileCheck %s --input-file=%t.1
// RUN: bash -c 'for i in 1 2 3 4 5; do %t > %t.2 2>&1 && diff %t.1 %t.2 || exit 1; done'
// RUN: %xblock run --restore=reexecute -- %t > %t.2 2>&1 && diff %t.1 %t.2
// CHECK: complete: {{2|6|20}} schedules, 0 failures
#include <cassert>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <sys/time.h>
#include <thread>
#include <unistd.h>
#include <x86intrin.h>

using namespace std::chrono;

struct Early {
  long ticks, date, counter, processor;
  steady_clock::time_point began;
  Early() {
    began = steady_clock::now();
    date = time(nullptr);
    counter = static_cast<long>(__rdtsc());
    clock_t first = clock();
    while (clock() - first < 100)
      ;
    auto before = system_clock::now();
    usleep(5000);
    timespec fifth = {0, 200000000}, now;
    nanosleep(&fifth, nullptr);
    assert(system_clock::now() - before >= milliseconds(205));
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_nsec += 1000000;
    if (now.tv_nsec >= 1000000000)
      now.tv_nsec -= 1000000000, ++now.tv_sec;
    assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &now, nullptr) == 0);
    timeval later;
    gettimeofday(&later, nullptr);
    assert(later.tv_sec > now.tv_sec || (later.tv_sec == now.tv_sec && later.tv_usec * 1000 >= now.tv_nsec - 1000));
    while (steady_clock::now() - began < milliseconds(300))
      ;
    sleep(3);
    processor = clock();
    ticks = duration_cast<microseconds>(steady_clock::now() - began).count();
  }
} early;

std::mutex lock;
int sum;
void add() {
  std::lock_guard guard(lock);
  ++sum;
}

int main() {
  assert(steady_clock::now() - early.began >= microseconds(early.ticks));
  assert(early.ticks >= 3300000 && time(nullptr) >= early.date + 3 && clock() >= early.processor);
  fprintf(stderr, "%ld %ld %ld\n", early.ticks, early.date, early.counter);
  auto run = [] {
    add();
    if (early.ticks & 1)
      add();
    if (early.counter >> 10 & 1)
      add();
  };
  std::thread a(run), b(run);
  a.join();
  b.join();
}
