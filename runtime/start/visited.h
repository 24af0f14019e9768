//===- visited.h - the schedules of a small search, for the page ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Kept as they end, as long as they are few: a page with more is read by nobody. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "report/report.h"

#include <vector>

namespace xblock {

/// In a word, as in reports.
const char *told(ScheduleEnd how);

class Visited {
public:
  /// Told of the whole search. Lives as long as it.
  const SearchWitness *witness() const { return &witness_; }
  Visited();
  Visited(const Visited &) = delete;
  Visited &operator=(const Visited &) = delete;

  /// resumed: what came before is not known. findingOf: as in Report.
  ScheduleTree tree(bool resumed, const std::vector<size_t> &findingOf);

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
};

} // namespace xblock
