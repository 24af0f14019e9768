//===- starvation.h - threads that could run and do not -----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Counts, for each state of the current schedule and each thread, for how many blocks of others in a
// row up to there the thread could run, and did not.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace xblock {

class Starvation {
public:
  /// limit: blocks of others that a thread may have to wait.
  explicit Starvation(uint64_t limit) : limit_(limit) {}

  /// A block of `ran` goes on from the state at `depth`, where the threads in couldRun could. The
  /// thread that now has waited for one block more than the limit, if there is one.
  std::optional<ThreadId> executed(size_t depth, ThreadId ran, std::span<const ThreadId> couldRun) {
    while (passed_.size() < depth + 2)
      passed_.emplace_back();
    const std::vector<uint64_t> &before = passed_[depth];
    std::vector<uint64_t> &after = passed_[depth + 1];
    after.clear();
    std::optional<ThreadId> starved;
    for (ThreadId t : couldRun) {
      if (t == ran)
        continue;
      if (index(t) >= after.size())
        after.resize(index(t) + 1);
      after[index(t)] = 1 + (index(t) < before.size() ? before[index(t)] : 0);
      if (after[index(t)] == limit_ + 1)
        starved = t;
    }
    return starved;
  }

private:
  uint64_t limit_;
  std::vector<std::vector<uint64_t>> passed_; ///< by depth, by thread
};

} // namespace xblock
