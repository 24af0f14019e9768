//===- all_schedules.h - the oracle of what is told of a failing schedule -------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Every order of the blocks that a world has, one by one, without any reduction.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/live_threads.h"
#include "engine/world.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace xblock::test {

class AllSchedules {
public:
  /// At most so many blocks are run; beyond that isTooLong().
  AllSchedules(World &world, uint64_t blocks) : world_(world), left_(blocks) {}

  /// Told of each schedule that begins with `prefix`: its blocks, and the failure it ends in. Until it says true; whether it did.
  using Each = std::function<bool(const Schedule &, const std::optional<Failure> &)>;
  bool find(const Schedule &prefix, const Each &each);
  /// Told of each block before it runs: whether the schedules with it are wanted.
  std::function<bool(const Schedule &, ThreadId next)> wanted = {};
  bool isTooLong() const { return left_ == 0; }

private:
  bool from(const LiveThreads &live, const Each &each);
  bool block(LiveThreads live, ThreadId t, const Each &each, bool &moved, std::vector<Waiting> &stuck);
  bool after(const LiveThreads &before, ThreadId t, Outcome &out, const Each &each);

  World &world_;
  uint64_t left_;
  Schedule schedule_;
  Schedule given_;
};

} // namespace xblock::test
