//===- refinement.h - where blocks end beside the fixed boundaries ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Boundary refinement (design.md section 3): what blocks do shows where a behaviour could be hidden
// inside a block; such places become boundaries, and the search runs again. Three sources:
// locks taken under locks along a cycle of waits (wait_graph.h), plain accesses that could race
// (race_pairs.h), and locks on which a try-lock is made, which sees who has taken them, or the cancellation points of threads
// that are asked to end, or where joins begin that could overlap (join_pairs.h).
//  1. The boundaries only grow, and only between searches.
//  2. Blocks are executed and taken back like the schedule itself.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/join_pairs.h"
#include "engine/race_pairs.h"
#include "engine/wait_graph.h"
#include "engine/world.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace xblock {

class Refinement {
public:
  /// A block that t executed, or tried to.
  void note(ThreadId t, const Outcome &out) {
    graph_.add(t, out);
    races_.compare(t, out);
    noteLooks(out);
    joins_.note(t, out, [this](Resource r) { tried_.insert(r); });
    for (Resource r : out.tried)
      asked_ |= r.kind != ResourceKind::Join && tried_.insert(r).second && r.kind == ResourceKind::Cancel;
  }
  void executed(ThreadId t, const Outcome &out) {
    races_.push(t, out);
    joins_.executed(t, out);
  }
  /// Back to the state after so many executed blocks.
  void truncate(size_t depth) {
    races_.truncate(depth);
    joins_.truncate(depth);
  }

  /// A try-lock was made on a lock that blocks do not end after yet: what conflicts is known only when
  /// they do, so that the round is in vain.
  bool isInVain() const { return tried_.size() > locks_.size(); }

  /// It was a request to end, which is not seen by whom it wakes: what follows it in this round is none of the program.
  bool isWrong() const { return asked_; }

  /// Whether the order of t's last block, which did `out`, and of others matters: somebody looks whether t has ended, or it
  /// ends as the owner of a robust mutex, could have been cancelled until then, or printed or told an outcome, without which the program may end.
  bool endMatters(ThreadId t, const Outcome &out) const {
    auto writes = [](const AccessEntry &e) { return e.writes != 0; };
    uint64_t cancel = resourceKey({ResourceKind::Cancel, index(t)});
    auto matters = [&](const AccessEntry &e) { return e.key == cancel || kindOf(e) == ResourceKind::Outcome; };
    return std::ranges::any_of(out.data.entries(), matters) ||
           looked_.contains(resourceKey({ResourceKind::ThreadEnd, index(t)})) ||
           std::ranges::any_of(out.sync.entries(), writes);
  }
  /// For a search that asks it: somebody looked for the first time, after blocks of whom it was not known.
  bool looksGrew() {
    size_t before = std::exchange(known_, looked_.size());
    return known_ > before;
  }

  /// Begins with locks of a search that was.
  void takeLocks(std::span<const Resource> locks) {
    tried_.insert(locks.begin(), locks.end());
    locks_.assign(tried_.begin(), tried_.end());
  }

  /// Takes what was found since into the boundaries. True if there is more of it.
  bool grow() {
    bool edges = graph_.refine(), places = races_.refine(), locks = tried_.size() > locks_.size();
    asked_ = false;
    locks_.assign(tried_.begin(), tried_.end());
    return edges || places || locks;
  }
  Boundaries boundaries() const {
    auto edges = graph_.boundaries();
    auto places = races_.boundaries();
    return {{edges.begin(), edges.end()}, {places.begin(), places.end()}, locks_};
  }
  /// Writes or reads what holds in all schedules (support/archive.h): the blocks of this one are to be executed again.
  template <typename A> void archive(A &a) {
    io(a, graph_);
    io(a, races_);
    io(a, tried_);
    io(a, locks_);
    io(a, asked_);
    io(a, joins_);
    io(a, looked_);
    io(a, known_);
  }

private:
  /// None of a variable.
  static ResourceKind kindOf(const AccessEntry &e) {
    return e.key >> 63 ? static_cast<ResourceKind>(e.key >> 56 & 0x7f) : ResourceKind::None;
  }
  void noteLooks(const Outcome &out) {
    auto entries = out.data.entries(); // resources are the last of them
    for (size_t i = entries.size(); i-- > 0 && entries[i].key >> 63;)
      if (entries[i].reads && kindOf(entries[i]) == ResourceKind::ThreadEnd)
        looked_.insert(entries[i].key);
  }

  WaitGraph graph_;
  RacePairs races_;
  JoinPairs joins_;
  std::set<Resource> tried_;
  std::vector<Resource> locks_; ///< sorted
  bool asked_ = false;
  std::set<uint64_t> looked_; ///< ends of threads, by their keys
  size_t known_ = 0;          ///< of them, as the round began
};

} // namespace xblock
