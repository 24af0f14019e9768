//===- failing_runs.h - runs schedules, and sees whether they fail in the same way ----------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For engine/shortest.h: the world, the schedule so far, what a schedule must do to fail as the one that is known does, and how
// many blocks may still be run. Private memory.
//  1. The world is in the state that the search began in, and is left in it.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/race_checks.h"
#include "engine/search.h"
#include "engine/trace.h"

#include <optional>
#include <span>
#include <string>

namespace xblock {

class FailingRuns {
public:
  /// Of a failure with this key. The rest outlives it.
  FailingRuns(World &world, const SearchOptions &options, const SearchObserver &observer, const std::string &key,
              const Boundaries &boundaries, ShortenLimit &limit);
  /// Of a race of the same two places.
  FailingRuns(World &world, const SearchOptions &options, const FoundRace &race, ShortenLimit &limit);
  ~FailingRuns();
  FailingRuns(const FailingRuns &) = delete;
  FailingRuns &operator=(const FailingRuns &) = delete;

  World &world() { return world_; }
  bool startsOutside() const { return options_.startsOutside; }
  uint64_t left() const { return left_; }
  void allow(uint64_t blocks) { left_ = limit_.hangs || over_ ? 0 : blocks; }

  /// Back to the start, with no schedule.
  void restart();
  /// Whether one more block of t would be too many for one schedule.
  bool isCut(ThreadId t) const { return trace_.blocksOf(t) >= options_.maxBlocks; }
  /// As World::run(). What it did stays until the next.
  Outcome &run(ThreadId t, std::span<const uint16_t> choices);
  /// The block that was run last is the next of the schedule. Whether it makes the schedule fail so.
  bool append(ThreadId t);
  void truncate(size_t depth);
  /// At the end of the schedule, with these threads left: whether it fails so.
  bool failsAtEnd(std::span<const Waiting> live);

  Schedule schedule() const { return trace_.schedule(); }
  /// As the schedule that failed last shows it.
  const FoundRace &race() const { return race_; }

private:
  bool isWanted(const Failure &failure) const { return !key_.empty() && failure.key == key_; }
  bool showsRace(ThreadId t);

  World &world_;
  const SearchOptions &options_;
  const SearchObserver *observer_ = nullptr;
  std::string key_;
  Boundaries boundaries_;
  uint32_t low_ = 0, high_ = 0; ///< the places of the race; 0: a failure is wanted
  FoundRace race_;
  ShortenLimit &limit_;
  uint64_t left_, runs_ = 0;
  bool over_ = false; ///< the program did what is not modelled, or the search is to end
  SnapshotId start_;
  Trace trace_;
  Outcome out_;
  std::optional<RaceChecks> checks_; ///< if a race is wanted
};

} // namespace xblock
