//===- race_checks.h - data races and lock discipline of every schedule -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Follows the schedule being executed, block by block, and collects what it finds in any of them;
// the search never stops at that. A race is one by the happens-before relation of the schedule that
// shows it, so it is real. Private memory.
//  1. push() and truncate() go with the blocks of the schedule.
//  2. A failed attempt is not looked at: what it did is done again when it succeeds.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/race_accesses.h"
#include "engine/race_clocks.h"
#include "engine/race_discipline.h"
#include "engine/race_locksets.h"

#include <span>
#include <vector>

namespace xblock {

/// What is looked for beside failures.
enum class Check : uint8_t {
  None,
  Race,    ///< data races
  Lockset, ///< data races, and variables that no lock protects throughout
};

class RaceChecks {
public:
  explicit RaceChecks(Check check) : check_(check), discipline_(locksets_) {}

  /// The block was executed as number depth() of the schedule.
  void push(ThreadId t, const Outcome &out);
  /// Back to the first `depth` blocks.
  void truncate(size_t depth);

  /// Found by the last push().
  std::span<const RacePair> races() const { return races_; }
  std::span<const RacePair> unprotected() const { return unprotected_; }
  std::span<const HeldFor> locks(const RaceSide &side) const { return locksets_.locks(side.lockset); }

  /// Writes or reads what holds in all schedules (support/archive.h): the blocks of this one are to be pushed again.
  template <typename A> void archive(A &a) {
    io(a, accesses_);
    io(a, discipline_);
  }

private:
  struct Mark {
    size_t clocks, accesses;
    RaceDiscipline::Mark discipline;
  };

  Check check_;
  RaceLocksets locksets_;
  RaceClocks clocks_;
  RaceAccesses accesses_;
  RaceDiscipline discipline_;
  std::vector<Mark> marks_; ///< before each block
  std::vector<RacePair> races_, unprotected_;
};

} // namespace xblock
