//===- trace.h - the schedule being executed ----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. Holds the blocks executed since the beginning, without attempts that went back.
//  2. A branch remembers only its depth; going back to it truncates the trace.
// Private memory. Flat, so that a block costs no allocation; a Schedule is made of it when one is
// shown.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "support/schedule.h"

#include <cstdint>
#include <span>
#include <vector>

namespace xblock {

class Trace {
public:
  size_t depth() const { return steps_.size(); }
  ThreadId thread(size_t i) const { return steps_[i].thread; }

  [[gnu::always_inline]] void append(ThreadId t, std::span<const Decision> decisions, Cut cut) {
    if (__builtin_expect(index(t) >= blocks_.size(), 0))
      blocks_.resize(index(t) + 1);
    ++blocks_[index(t)];
    if (__builtin_expect(!decisions.empty(), 0))
      for (const Decision &d : decisions)
        choices_.push_back(d.taken);
    steps_.push_back({t, static_cast<uint32_t>(choices_.size()), cut});
  }

  void truncate(size_t depth) {
    for (size_t i = depth; i < steps_.size(); ++i)
      --blocks_[index(steps_[i].thread)];
    steps_.resize(depth);
    choices_.resize(depth ? steps_[depth - 1].choicesEnd : 0);
  }

  /// Blocks of t in this schedule.
  uint64_t blocksOf(ThreadId t) const { return index(t) < blocks_.size() ? blocks_[index(t)] : 0; }

  Schedule schedule() const {
    Schedule all;
    uint32_t from = 0;
    for (const Entry &e : steps_) {
      all.push_back({e.thread, {choices_.begin() + from, choices_.begin() + e.choicesEnd}, e.cut});
      from = e.choicesEnd;
    }
    return all;
  }

private:
  struct Entry {
    ThreadId thread{};
    uint32_t choicesEnd = 0;
    Cut cut;
  };
  std::vector<Entry> steps_;
  std::vector<uint16_t> choices_;
  std::vector<uint64_t> blocks_;
};

} // namespace xblock
