//===- watch.h - what the command sees of the process that explores ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Memory that both share (XBLOCK_WATCH names it). If the process dies in a search, the command starts it again, careful: then each
// block is noted here before it runs. When that dies too, the command knows the schedule, and starts it once more, to go on
// behind it: that block counts as run, and failed.
// What the command reads here may have been written by a program gone wild: nothing is trusted.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/schedule.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xblock {

enum class Phase : uint32_t {
  Loading,  ///< what comes before main runs
  Before,   ///< no search yet
  Resuming, ///< the schedule of a saved search is executed again
  Searching,
  Shortening, ///< failing schedules: others run that the search may not have come to
  After,
};

struct WatchedStep {
  static constexpr unsigned kMostChoices = 22;
  uint64_t cutNumber = 0;
  uint32_t thread = 0;
  uint16_t count = 0; ///< of choices; more than fit: the schedule is not known
  char cut = 0;
  uint16_t choices[kMostChoices] = {};
};

/// A block that ended the process.
struct Death {
  uint64_t boundaries = 0; ///< a number for those of the search
  Schedule schedule;       ///< the last one
  std::string what;        ///< "died of SIGSEGV"
};

struct Watch {
  static constexpr size_t kMostDeaths = 100, kDeathsSize = size_t{1} << 20, kMostSteps = size_t{1} << 20;
  uint32_t careful = 0;         ///< from the command
  Phase phase = Phase::Loading; ///< from the process, here and below
  uint32_t saved = 0;           ///< --resume would find a file
  std::atomic<uint32_t> interrupted = 0; ///< from both: the search is to end
  uint32_t steps = 0;           ///< of the schedule, with the block that runs
  uint64_t boundaries = 0;
  uint64_t deadline = 0;         ///< of --time, in nanoseconds of the monotonic clock: holds for those started after a death
  char deaths[kDeathsSize] = {}; ///< from the command: lines
  WatchedStep step[kMostSteps] = {};
};

/// The schedule whose last block ran; empty if that is not known. `step(i)` reads one of that many.
template <typename ReadStep> Schedule scheduleOf(uint32_t steps, ReadStep step) {
  Schedule schedule;
  if (steps >= Watch::kMostSteps)
    return {};
  for (uint32_t i = 0; i < steps; ++i) {
    const WatchedStep from = step(i);
    if (from.count > WatchedStep::kMostChoices)
      return {};
    Step to{ThreadId(from.thread), {from.choices, from.choices + from.count}, {}};
    to.cut = {static_cast<Cut::Where>(from.cut), from.cutNumber};
    schedule.push_back(to);
  }
  return schedule;
}

/// One line each, and back; what is no such line is left out.
std::string print(const Death &death);
std::vector<Death> parseDeaths(std::string_view text);

} // namespace xblock
