//===- race_checks.cpp - data races and lock discipline of every schedule -----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_checks.h"

namespace xblock {

void RaceChecks::push(ThreadId t, const Outcome &out) {
  races_.clear();
  unprotected_.clear();
  if (check_ == Check::None)
    return;
  marks_.push_back({clocks_.mark(), accesses_.mark(), discipline_.mark()});
  uint32_t lockset = RaceLocksets::kNone, begin = 0, end = 0;
  for (const RaceEvent &e : out.events) {
    if (e.kind != RaceEvent::Kind::Access)
      clocks_.apply(t, e);
    if (check_ == Check::Lockset)
      discipline_.order(t, e);
    if (e.kind == RaceEvent::Kind::Access) {
      if (e.locksBegin != begin || e.locksEnd != end) {
        lockset = locksets_.number(e, out);
        begin = e.locksBegin;
        end = e.locksEnd;
      }
      accesses_.access(t, e, lockset, clocks_, races_);
      if (check_ == Check::Lockset)
        discipline_.access(t, e, lockset, unprotected_);
    } else if (e.kind == RaceEvent::Kind::Free && check_ == Check::Lockset) {
      discipline_.free(e);
    }
  }
}

void RaceChecks::truncate(size_t depth) {
  if (check_ == Check::None || depth >= marks_.size())
    return;
  clocks_.rollback(marks_[depth].clocks);
  accesses_.rollback(marks_[depth].accesses);
  discipline_.rollback(marks_[depth].discipline);
  marks_.resize(depth);
}

} // namespace xblock
