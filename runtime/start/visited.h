//===- visited.h - the schedules of a small search, for the page ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Kept as they end, as long as they are few: a page with more is read by nobody. They are part of what a search is gone on with
// from (saved_search.h). Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/archive.h"
#include "engine/search.h"
#include "report/report.h"

#include <vector>

namespace xblock {

/// In a word, as in reports.
const char *told(ScheduleEnd how);

template <typename A> void io(A &a, ScheduleTree::Visit &v) {
  io(a, v.schedule);
  io(a, v.number);
  io(a, v.round);
  io(a, v.end);
  io(a, v.finding);
}
template <typename A> void io(A &a, ScheduleTree::NotRun &n) {
  io(a, n.visit);
  io(a, n.depth);
  io(a, n.thread);
  io(a, n.why);
}

class Visited {
public:
  /// To be told of the search from here on. Lives as long as it.
  const SearchWitness *follow() {
    follows_ = true;
    return &witness_;
  }
  Visited();
  Visited(const Visited &) = delete;
  Visited &operator=(const Visited &) = delete;

  /// findingOf: as in Report.
  ScheduleTree tree(const std::vector<size_t> &findingOf);
  /// What is read was told of the part of the search before.
  template <typename A> void archive(A &a) {
    bool whole = follows_ && !misses_;
    io(a, whole);
    if constexpr (A::kReads)
      misses_ = !whole;
    io(a, tree_.visits);
    io(a, tree_.notRun);
    io(a, tree_.notRunLeftOut);
    io(a, round_);
    io(a, blocks_);
    io(a, tooMany_);
  }

private:
  void add(const Trace &trace, ScheduleEnd how, uint64_t number, size_t failure);
  void addNotRun(size_t depth, ThreadId t, NotRun why);
  void dropAll();

  static constexpr size_t kMostSchedules = 500;
  static constexpr size_t kMostBlocks = 40'000; ///< in all
  static constexpr size_t kMostNotRun = 2'000;
  SearchWitness witness_;
  ScheduleTree tree_;
  uint64_t round_ = 0;
  size_t blocks_ = 0;
  bool tooMany_ = false;
  bool follows_ = false;
  bool misses_ = false; ///< a part of the search that nobody told it of
};

} // namespace xblock
