//===- restore_check.h - --verify-restore ---------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Checksums of all tracked memory with each snapshot; whoever goes back to it finds the same, or the search stops: something
// wrote without hooks. Private memory, called by ProcessWorld only.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/checksums.h"
#include "world/program.h"
#include "xblock/abi.h"

#include <optional>
#include <span>
#include <vector>

namespace xblock {

class RestoreCheck {
public:
  /// The snapshot of that number was made just now.
  void saved(size_t snapshot);
  /// A block ran to its end, or to where it goes no further.
  void ran(ThreadId t, std::span<const uint16_t> choices, const Outcome &out);
  /// The world went back to it just now. What is not as it was, if anything.
  std::optional<Distrust> restored(size_t snapshot);
  /// What ran since the prologue.
  const Schedule &schedule() const { return schedule_; }

private:
  struct Snapshot {
    Checksums sums;
    size_t blocks; ///< of the schedule up to it
  };
  std::vector<Snapshot> snapshots_;
  Schedule schedule_;
  bool blocked_ = false; ///< its last block came to nothing
};

/// A hook told of a write at `site` by the running thread: the last that is known of, for the report.
void noteWriter(const void *p, size_t n, const xblock_site *site);

} // namespace xblock
