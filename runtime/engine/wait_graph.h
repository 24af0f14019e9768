//===- wait_graph.h - who waited for what, in all schedules so far ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For boundary refinement (design.md section 3). A thread holds its locks, and owes its end to
// whoever joins it, its posts and its notifies. Wanting w while holding or owing x is an edge x ->
// w; a deadlock needs a cycle of such edges. The locks along a cycle get boundaries between them,
// so that a deadlock that could happen is executed.
//  1. Edges are only added; the boundaries only grow.
// Private memory. add() is called once a block and allocates only for an edge that is new.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "support/archive.h"

#include <array>
#include <set>
#include <span>
#include <vector>

namespace xblock {

class WaitGraph {
public:
  void add(ThreadId t, const Outcome &out);

  /// Takes the edges between two locks that lie on a cycle into the boundaries. True if there were
  /// new ones.
  bool refine();
  std::span<const LockEdge> boundaries() const { return boundaries_; }
  /// Writes or reads what it has (support/archive.h).
  template <typename A> void archive(A &a) {
    io(a, waits_);
    io(a, owes_);
    io(a, boundaries_);
  }

private:
  /// A set with a small cache in front: nearly every edge was seen a moment ago.
  class Edges {
  public:
    void insert(LockEdge edge);
    const std::set<LockEdge> &all() const { return all_; }
    template <typename A> void archive(A &a) { io(a, all_); }

  private:
    std::array<LockEdge, 256> recent_{};
    std::set<LockEdge> all_;
  };

  Edges waits_;                      ///< held -> wanted; and the end of the thread -> wanted
  Edges owes_;                       ///< the end of the thread -> what it gave to others
  std::vector<LockEdge> boundaries_; ///< sorted
};

} // namespace xblock
