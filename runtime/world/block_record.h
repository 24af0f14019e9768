//===- block_record.h - what a block did, to compare with what it does when it is run again -------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The same state, thread and choices give the same outcome (engine/world.h), unless the program depends on something that
// going back does not restore: variables of a library without hooks, random numbers, the time of another clock. Then counts
// and verdicts mean nothing, and the search must not end in one.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/archive.h"
#include "engine/world.h"
#include "memory/access_recorder.h"
#include "world/program.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xblock {

struct BlockRecord {
  Step step;
  Ending ending = Ending::Exit;
  std::vector<Decision> decisions;
  std::vector<RecordedAccess> accesses; ///< of tracked memory: where libraries have theirs is not the same again
  Resource object;                      ///< blocked on, or given back
  std::string failure;

  friend bool operator==(const BlockRecord &a, const BlockRecord &b);
};

template <typename A> void io(A &a, BlockRecord &r) {
  io(a, r.step);
  io(a, r.ending);
  io(a, r.decisions);
  io(a, r.accesses);
  io(a, r.object);
  io(a, r.failure);
}

/// Of the block that ended just now.
BlockRecord recordOf(ThreadId t, std::span<const uint16_t> choices, const Outcome &out);
/// Nothing if they are equal; else both events, the first that differ. `number` is the block's in the schedule, from 1.
std::optional<std::string> difference(const BlockRecord &before, const BlockRecord &now, size_t number);
/// The same of two endings of one schedule, in words.
std::string depends(const std::string &where, const std::string &before, const std::string &now);

/// The first schedule of a search, as far as it is cheap to run again.
class FirstSchedule {
public:
  bool recording() const { return recording_; }
  void begin() { recording_ = true; }
  void saved(size_t snapshot);
  void restored(size_t snapshot);
  void ran(ThreadId t, std::span<const uint16_t> choices, const Outcome &out);
  const std::vector<BlockRecord> &blocks() const { return blocks_; }
  /// Writes or reads it, if it is over (support/archive.h); else it is recorded again.
  template <typename A> void archive(A &a) {
    bool recording = recording_;
    io(a, recording);
    if (recording)
      return;
    recording_ = false;
    io(a, blocks_);
  }

private:
  static constexpr uint64_t kMostAccesses = uint64_t{1} << 18; ///< some milliseconds
  static constexpr size_t kMostBlocks = 1024;
  bool recording_ = false;
  uint64_t accesses_ = 0;
  std::vector<BlockRecord> blocks_;
  std::vector<size_t> depths_; ///< blocks, by snapshot
};

} // namespace xblock
