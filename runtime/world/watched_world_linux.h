//===- watched_world_linux.h - a World that says what it is about to do --------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Passes all on to another one. Notes each schedule in memory that the command reads if the process dies; a block that ended
// an earlier one is not run, and fails. Only after a process died: it costs some nanoseconds a block.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "support/watch.h"

#include <vector>

namespace xblock {

/// The shared memory that XBLOCK_WATCH names; null if there is none. Main is reached: before the
/// program can change its environment, once.
Watch *openWatch();

class WatchedWorld final : public World {
public:
  WatchedWorld(World &world, Watch &watch);

  /// The process died so often that the search is to end, which has come to the last of those deaths.
  bool isHopeless() const { return deaths_.size() >= Watch::kMostDeaths && metLast_; }

  std::vector<ThreadId> initial() override { return world_.initial(); }
  void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) override;
  bool available(Resource r) override { return world_.available(r); }
  bool owner(Resource r, ThreadId &out) override { return world_.owner(r, out); }
  SnapshotId save() override;
  void restore(SnapshotId s) override;
  void discard(SnapshotId s) override { world_.discard(s); }
  void refine(std::span<const LockEdge> edges) override;
  void promote(std::span<const uint32_t> places) override;
  void observe(std::span<const Resource> locks) override;

private:
  void note(const Step &step);
  const Death *deathAt(const Step &next) const;
  void noteBoundaries();

  World &world_;
  Watch &watch_;
  std::vector<Death> deaths_; ///< in the order of the search
  bool metLast_ = false;
  Schedule path_;
  std::vector<size_t> depths_; ///< by snapshot
  Boundaries boundaries_;
};

} // namespace xblock
