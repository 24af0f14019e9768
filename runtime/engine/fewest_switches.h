//===- fewest_switches.h - all schedules with at most so many switches, until one fails -----------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Depth first; the thread that ran last goes first. See engine/shortest.h. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/executed.h"
#include "engine/failing_runs.h"
#include "engine/live_threads.h"

#include <cstdint>
#include <vector>

namespace xblock {

class FewestSwitches {
public:
  FewestSwitches(FailingRuns &runs, uint64_t limit) : runs_(runs), limit_(limit) {}

  enum Result : uint8_t {
    Found,
    None,   ///< no schedule with at most so many switches fails so
    TooLong ///< nothing is left of what may be run
  };
  Result run();
  /// The one that fails.
  Schedule schedule() const { return runs_.schedule(); }

private:
  struct Node {
    LiveThreads live;
    std::vector<ThreadId> order;  ///< in which they are tried
    size_t next = 0;              ///< in it
    std::vector<Waiting> blocked; ///< of those tried
    SnapshotId snapshot{};
    bool saved = false, here = true; ///< as in DporSearch
    bool outside = false;            ///< the first that can move is enough
    bool wasOutside = false;         ///< this one is, or one before it
    bool moved = false;              ///< one could go on, if only with a switch too many
    bool alone = false;              ///< its last thread goes on since no other can
    bool hasLast = false;
    ThreadId last{}; ///< ran the block that led here
    uint64_t switches = 0;
    // Of the thread that is being tried:
    bool trying = false, refused = false;
    ThreadId thread{};
    std::vector<uint16_t> choices;
    std::vector<Decision> decisions;
  };

  Node &push();
  void begin(Node &node);
  bool costsTooMuch(const Node &node) const { return node.hasLast && node.thread != node.last && node.switches == limit_; }
  bool pick(Node &node);
  bool timePasses(Node &node);
  bool attempt(Node &node);
  bool couldGoOnAtOnce(const Node &node) const;
  bool execute(Node &node, Outcome &out);
  void nextChoice(Node &node);
  bool leave();

  FailingRuns &runs_;
  uint64_t limit_;
  Executed executed_;
  std::vector<Node> nodes_; ///< the first height_ are in use
  size_t height_ = 0;
};

} // namespace xblock
