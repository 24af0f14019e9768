//===- priorities.h - a random number for each thread ------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Two threads never have the same in practice (64 bits), and then the one with the lower number goes first. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/random_numbers.h"
#include "support/ids.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xblock {

class Priorities {
public:
  void clear() { all_.clear(); }
  /// Those of threads that have none are drawn, in the order of their numbers.
  ThreadId highest(std::span<const ThreadId> threads, RandomNumbers &random) {
    ThreadId found = threads.front();
    for (ThreadId t : threads) {
      while (all_.size() <= index(t))
        all_.push_back(draw(random));
      if (all_[index(t)] > all_[index(found)])
        found = t;
    }
    return found;
  }
  void drawAnew(ThreadId t, RandomNumbers &random) { set(t, draw(random)); }
  /// Below all that are drawn, if it is at most kLow.
  void set(ThreadId t, uint64_t priority) {
    if (index(t) < all_.size())
      all_[index(t)] = priority;
  }
  static constexpr uint64_t kLow = uint64_t{1} << 32;

private:
  static uint64_t draw(RandomNumbers &random) {
    uint64_t x = random.next();
    while (x <= kLow)
      x = random.next();
    return x;
  }
  std::vector<uint64_t> all_; ///< by thread
};

} // namespace xblock
