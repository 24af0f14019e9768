//===- counting_world.h - a World that counts what is asked of it ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Passes all on to another one. For --verbose only. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace xblock {

class CountingWorld final : public World {
public:
  explicit CountingWorld(World &world) : world_(world) {}

  std::string text(bool runsAgain) const {
    return std::to_string(saves_) + " made, at most " + std::to_string(mostAtOnce_) + " at a time, " + std::to_string(restores_) +
           " times gone back to one" + (runsAgain ? " by running the program again" : "");
  }

  std::vector<ThreadId> initial() override { return world_.initial(); }
  void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) override { world_.run(t, choices, out); }
  const Outcome *known(ThreadId t) override { return world_.known(t); }
  bool available(Resource r) override { return world_.available(r); }
  bool owner(Resource r, ThreadId &out) override { return world_.owner(r, out); }
  SnapshotId save() override {
    SnapshotId s = world_.save();
    ++saves_;
    mostAtOnce_ = std::max<uint64_t>(mostAtOnce_, static_cast<uint32_t>(s) + 1); // worlds number those that there are
    return s;
  }
  void restore(SnapshotId s) override {
    ++restores_;
    world_.restore(s);
  }
  void discard(SnapshotId s) override { world_.discard(s); }
  void refine(std::span<const LockEdge> edges) override { world_.refine(edges); }
  void promote(std::span<const uint32_t> places) override { world_.promote(places); }
  void observe(std::span<const Resource> locks) override { world_.observe(locks); }

private:
  World &world_;
  uint64_t saves_ = 0, restores_ = 0, mostAtOnce_ = 0;
};

} // namespace xblock
