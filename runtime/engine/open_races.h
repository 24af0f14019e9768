//===- open_races.h - races that the end of the schedule decides on -----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Races of which a block to come could tell whether what was run covers them (dpor.h, 4). Each is looked at at the
// end of every schedule that has it. Where schedules are long and share most of their blocks, to list what a reversal
// consists of would take most of the time: each race keeps its list, of which the blocks that were taken back since
// are dropped.
//  1. Sorted by the later block. Pushed and dropped like the schedule itself.
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/reversal.h"
#include "support/archive.h"

#include <algorithm>
#include <vector>

namespace xblock {

class OpenRaces {
public:
  explicit OpenRaces(const Executed &executed) : executed_(executed) {}

  void push(size_t first, size_t second);
  /// The schedule has only so many blocks left.
  void truncate(size_t size);
  /// At the end of a schedule: for each race the node it begins at, and the reversal, which the function may change.
  template <typename Function> void each(Reversal &reversal, Function function) {
    for (size_t i = 0; i < size_; ++i) {
      update(races_[i]);
      reversal.begin(races_[i].blocks, races_[i].second);
      function(races_[i].first, reversal);
    }
    shortest_ = kAll;
  }
  /// Writes or reads what it has (support/archive.h).
  template <typename A> void archive(A &a) {
    size_ = ioSize(a, size_);
    while (races_.size() < size_)
      races_.emplace_back();
    for (size_t i = 0; i < size_; ++i) {
      io(a, races_[i].first);
      io(a, races_[i].second);
      if (A::kReads)
        races_[i].restart();
    }
  }

private:
  static constexpr size_t kAll = ~size_t{0};
  struct Race {
    size_t first = 0, second = 0;
    std::vector<size_t> blocks; ///< of the reversal but the last one, as far as is known
    size_t known = 0;           ///< of the blocks before this one
    void restart() {
      blocks.clear();
      known = first + 1;
    }
  };
  void update(Race &race) const;

  const Executed &executed_;
  std::vector<Race> races_; ///< the first size_ are in use
  size_t size_ = 0;
  size_t shortest_ = kAll; ///< that the schedule was since they were all looked at
};

} // namespace xblock
