//===- race_locksets.h - sets of locks by number ------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The locks that a thread holds at an access, as a number: equal sets have equal numbers, which hold
// in every schedule. A lock may be held for reading only; the set that protects a write is without
// those. Private memory, no allocation for a set that is known.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/race_table.h"
#include "engine/world.h"

#include <deque>
#include <span>
#include <vector>

namespace xblock {

class RaceLocksets {
public:
  static constexpr uint32_t kNone = 0; ///< no lock

  RaceLocksets() { sets_.emplace_back(); }
  /// The locks of an access.
  uint32_t number(const RaceEvent &access, const Outcome &out);
  std::span<const HeldFor> locks(uint32_t number) const { return sets_[number]; }
  /// Those of `candidates` that are in the set `held`, and if `exclusive` not for reading only.
  uint32_t intersect(uint32_t candidates, uint32_t held, bool exclusive);

private:
  uint32_t intern();

  std::vector<HeldFor> now_; ///< sorted, what intern() looks up
  RaceTable hashes_;
  std::vector<uint32_t> byHash_; ///< by the hash's number
  std::deque<std::vector<HeldFor>> sets_;
  HeldFor onlyLock_;
  uint32_t only_ = kNone; ///< of the set that number() was asked for last of those that have one lock
};

} // namespace xblock
