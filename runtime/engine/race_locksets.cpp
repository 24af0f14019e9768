//===- race_locksets.cpp - sets of locks by number ----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_locksets.h"

#include <algorithm>

namespace xblock {

uint32_t RaceLocksets::number(const RaceEvent &access, const Outcome &out) {
  if (access.locksBegin == access.locksEnd)
    return kNone;
  HeldFor first{out.locks[access.locksBegin], access.locksBegin < access.locksShared};
  bool one = access.locksEnd - access.locksBegin == 1;
  if (one && only_ != kNone && first == onlyLock_)
    return only_;
  now_.assign(1, first);
  for (uint32_t i = access.locksBegin + 1; i < access.locksEnd; ++i)
    now_.push_back({out.locks[i], i < access.locksShared});
  std::sort(now_.begin(), now_.end());
  uint32_t number = intern();
  if (one) {
    onlyLock_ = first;
    only_ = number;
  }
  return number;
}

uint32_t RaceLocksets::intersect(uint32_t candidates, uint32_t held, bool exclusive) {
  now_.clear();
  for (const HeldFor &c : sets_[candidates])
    for (const HeldFor &h : sets_[held])
      if (c.lock == h.lock && !(exclusive && h.shared))
        now_.push_back({c.lock, false});
  return intern();
}

/// The number of now_.
uint32_t RaceLocksets::intern() {
  if (now_.empty())
    return kNone;
  uint64_t hash = 0;
  for (const HeldFor &h : now_)
    hash = (hash ^ resourceKey(h.lock) ^ h.shared) * 0x9E3779B97F4A7C15ull;
  for (;; ++hash) { // sets of the same hash have numbers of the hashes that follow
    uint32_t at = hashes_.number(hash);
    if (at == byHash_.size()) {
      byHash_.push_back(static_cast<uint32_t>(sets_.size()));
      sets_.push_back(now_);
    }
    if (sets_[byHash_[at]] == now_)
      return byHash_[at];
  }
}

} // namespace xblock
