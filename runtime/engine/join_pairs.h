//===- join_pairs.h - threads that two others could join at once ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A join is one step, and so are the wait of a timed one and its time-out: that two of the same thread overlap does not show.
// Of a thread that two others join, in any schedules, the begin of a join is a boundary (Boundaries::locks, ResourceKind::Join).
//  1. Not of two joiners of which one always joined the other before: main, which joins a worker, and then what that had waited for.
//  2. The pairs only grow.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace xblock {

class JoinPairs {
public:
  /// A block that t executed, or tried to. found(r) for each thread that joins could overlap of.
  template <typename Found> void note(ThreadId t, const Outcome &out, Found found) {
    auto joins = [](Resource r) { return r.kind == ResourceKind::ThreadEnd || r.kind == ResourceKind::Join; };
    if (std::ranges::none_of(out.wanted, joins) && std::ranges::none_of(out.tried, joins))
      return;
    uint64_t before = joinedBy(t);
    auto join = [&](uint64_t joined) {
      if (add(index(t), joined, before))
        found(Resource{ResourceKind::Join, joined});
    };
    for (Resource r : out.wanted) {
      if (r.kind != ResourceKind::ThreadEnd)
        continue;
      join(r.id);
      for (ThreadId joined : out.joined)
        before |= index(joined) == r.id ? bit(r.id) : 0;
    }
    for (Resource r : out.tried)
      if (r.kind == ResourceKind::Join)
        join(r.id);
  }
  void executed(ThreadId t, const Outcome &out) {
    ++depth_;
    for (ThreadId joined : out.joined)
      joins_.push_back({depth_, t, bit(index(joined))});
  }
  void truncate(size_t depth) {
    depth_ = depth;
    while (!joins_.empty() && joins_.back().depth > depth)
      joins_.pop_back();
  }
  template <typename A> void archive(A &a) { io(a, joiners_); }

private:
  /// By its number; the sets are of the first 64 threads: of others it is not known that they were joined.
  static uint64_t bit(uint64_t thread) { return thread < 64 ? uint64_t{1} << thread : 0; }
  struct Join {
    size_t depth;
    ThreadId by;
    uint64_t joined;
  };
  struct Joiner {
    uint32_t thread = 0;
    uint64_t after = 0; ///< whom it had joined before, each time
    template <typename A> void archive(A &a) {
      io(a, thread);
      io(a, after);
    }
  };

  uint64_t joinedBy(ThreadId t) const {
    uint64_t all = 0;
    for (const Join &j : joins_)
      all |= j.by == t ? j.joined : 0;
    return all;
  }
  bool add(uint32_t thread, uint64_t joined, uint64_t before) {
    if (joined >= joiners_.size())
      joiners_.resize(joined + 1);
    std::vector<Joiner> &all = joiners_[joined];
    Joiner *mine = nullptr;
    for (Joiner &j : all)
      mine = j.thread == thread ? &j : mine;
    if (mine)
      mine->after &= before;
    else
      mine = &all.emplace_back(thread, before);
    bool overlaps = false;
    for (const Joiner &j : all)
      overlaps |= j.thread != thread && !(j.after & bit(thread)) && !(mine->after & bit(j.thread));
    return overlaps;
  }

  std::vector<std::vector<Joiner>> joiners_; ///< of each thread
  std::vector<Join> joins_;                  ///< of the current schedule
  size_t depth_ = 0;
};

} // namespace xblock
