//===- traces.h - schedules up to the order of blocks that commute ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Two schedules are the same trace if they differ in the order of blocks of different threads that
// do not conflict. A search is to miss no trace, and to run none twice.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/model_world.h"

#include <cstdint>
#include <optional>
#include <set>

namespace xblock::test {

/// A ModelWorld that knows the trace it is in.
class TraceWorld : public ModelWorld {
public:
  using ModelWorld::ModelWorld;

  void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) override;
  SnapshotId save() override;
  void restore(SnapshotId s) override;
  void discard(SnapshotId s) override;

  /// A hash of the trace; equal for equal ones.
  uint64_t trace() const;

private:
  struct Block {
    ThreadId thread{};
    AccessSet data, sync;
    std::vector<uint32_t>
        before; ///< by thread: how many of its blocks come before this one, or are it
    uint64_t hash = 0;
  };
  std::vector<Block> blocks_;
  std::vector<size_t> lengths_; ///< by snapshot
};

/// The traces in which all threads end, of the world's program with the world's boundaries, by
/// brute force; empty if there are more than `limit` traces of beginnings.
std::optional<std::set<uint64_t>> allTraces(TraceWorld &world, size_t limit);

} // namespace xblock::test
