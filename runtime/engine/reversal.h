//===- reversal.h - how the reversal of a race begins -------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For a race of block i with a later one: the blocks after i that do not happen after it, and then
// the later one (notdep(e, E).e' of Abdulla, Aronsson, Jonsson and Sagonas, "Source sets", 2017).
//  1. All but the last run as they did in the schedule, wherever the state before block i is
//  reached
//     again; the last one, which comes before block i now, may do something else.
//  2. A block that can be first may be taken out.
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/executed.h"

#include <cstdint>
#include <span>
#include <vector>

namespace xblock {

/// What is known of the blocks that are yet to be executed in a schedule.
enum class Rest : uint8_t {
  ToCome,
  None,
  Unknown, ///< the schedule is not gone on with
};

class Reversal {
public:
  explicit Reversal(const Executed &executed) : executed_(executed) {}

  /// Of the race of block i with block k; Executed::size() stands for the prepared one.
  void begin(size_t i, size_t k);
  /// The same, of which the blocks before the last one are known.
  void begin(std::span<const size_t> blocks, size_t k) {
    last_ = k;
    blocks_.assign(blocks.begin(), blocks.end());
    blocks_.push_back(k);
  }

  size_t size() const { return blocks_.size(); }
  bool empty() const { return blocks_.empty(); }
  ThreadId thread(size_t at) const { return executed_.thread(blocks_[at]); }
  bool isLast(size_t at) const { return blocks_[at] == last_; }
  std::span<const uint16_t> choices(size_t at) const {
    return isLast(at) ? std::span<const uint16_t>() : executed_.choices(blocks_[at]);
  }
  FootprintView touched(size_t at) const { return executed_.touched(blocks_[at]); }

  static constexpr size_t npos = ~size_t{0};
  /// The first block of t; npos if there is none.
  size_t firstOf(ThreadId t) const;
  /// The latest block before `at` that has to come before it; npos if there is none: then `at` can
  /// be first.
  size_t before(size_t at) const;
  /// The first block for which `conflicts` holds; npos if there is none.
  template <class Predicate> size_t find(Predicate conflicts) const {
    for (size_t at = 0; at < blocks_.size(); ++at)
      if (conflicts(at))
        return at;
    return npos;
  }
  /// Leaves only so many of the first blocks. False if it has no more.
  bool shorten(size_t size) {
    bool longer = blocks_.size() > size;
    blocks_.resize(longer ? size : blocks_.size());
    return longer;
  }
  void takeFirst(size_t at) { blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(at)); }

private:
  const Executed &executed_;
  std::vector<size_t> blocks_; ///< in executed_, in their order, the last one at the end
  size_t last_ = 0;
};

} // namespace xblock
