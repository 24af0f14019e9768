// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What is covered does not depend on how a state is reached: the same bytes from snapshots and from running the program again from its
// start, where a prefix that runs again is no schedule and covers nothing. (--coverage was refused with --restore=reexecute.)
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cxx -std=c++20 -g -O0 %s -o %t.d/p
// RUN: cd %t.d && %python %S/Inputs/coverage_both_ways.py %xblock
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

static std::mutex m, n;
static std::shared_mutex s;
static std::condition_variable c;
static int items, sum;

static void add() {
  for (int i = 0; i < 2; ++i) {
    std::lock_guard guard(m);
    ++sum;
  }
}

// Waits, spurious attempts, a notify within the lock and one without.
static void put() {
  {
    std::lock_guard guard(m);
    ++items;
  }
  c.notify_one();
}
static void take() {
  std::unique_lock lock(m);
  while (items == 0)
    c.wait(lock);
  --items;
}

// An order of locks that can deadlock: attempts that come to nothing.
static void both(std::mutex &first, std::mutex &second) {
  std::lock_guard one(first);
  std::lock_guard two(second);
  ++sum;
}

// Readers, a writer, a try.
static void look() {
  std::shared_lock guard(s);
  assert(sum >= 0);
}
static void change() {
  std::unique_lock guard(s, std::try_to_lock);
  if (guard)
    ++sum;
}

// Threads that start threads, within calls.
static void spawn(int depth) {
  if (depth == 0)
    return add();
  std::thread child(spawn, depth - 1);
  child.join();
  add();
}

// A failure in some schedules.
static void lose() {
  int before;
  {
    std::lock_guard guard(m);
    before = sum;
  }
  std::lock_guard guard(m);
  sum = before + 1;
}

int main(int, char **argv) {
  auto isAsked = [&](const char *word) { return std::strcmp(argv[1], word) == 0; };
  std::vector<std::thread> all;
  if (isAsked("add")) {
    all.emplace_back(add);
    all.emplace_back(add);
  } else if (isAsked("queue")) {
    all.emplace_back(take);
    all.emplace_back(put);
    all.emplace_back(put);
  } else if (isAsked("deadlock")) {
    all.emplace_back(both, std::ref(m), std::ref(n));
    all.emplace_back(both, std::ref(n), std::ref(m));
  } else if (isAsked("readers")) {
    all.emplace_back(look);
    all.emplace_back(change);
    all.emplace_back(look);
  } else if (isAsked("spawn")) {
    all.emplace_back(spawn, 2);
    add();
  } else if (isAsked("lose")) {
    all.emplace_back(lose);
    all.emplace_back(lose);
  }
  for (std::thread &thread : all)
    thread.join();
  if (isAsked("lose"))
    assert(sum == 2);
}
