//===- clock.h - a set of executed blocks that is closed under happens-before -------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A vector clock. With a block, a closed set holds all earlier blocks of its thread; so the number
// of blocks of each thread says which they are. Threads beyond the end have none. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace xblock {

class Clock {
public:
  /// Whether the block of t with this number, counted from 0, is in the set.
  bool has(ThreadId t, uint32_t number) const {
    return index(t) < blocks_.size() && number < blocks_[index(t)];
  }
  /// How many blocks of t.
  uint32_t count(size_t t) const { return t < blocks_.size() ? blocks_[t] : 0; }
  /// Adds blocks of t up to and with this number.
  void add(ThreadId t, uint32_t number) {
    if (index(t) >= blocks_.size())
      blocks_.resize(index(t) + 1);
    blocks_[index(t)] = std::max(blocks_[index(t)], number + 1);
  }
  void add(const Clock &other) {
    if (blocks_.size() < other.blocks_.size())
      blocks_.resize(other.blocks_.size());
    for (size_t i = 0; i < other.blocks_.size(); ++i)
      blocks_[i] = std::max(blocks_[i], other.blocks_[i]);
  }
  void clear() { blocks_.clear(); }

private:
  std::vector<uint32_t> blocks_;
};

} // namespace xblock
