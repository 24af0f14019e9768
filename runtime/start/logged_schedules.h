//===- logged_schedules.h - the schedules that --log tells of ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Kept while they are run, and run once more when the search is over, to tell what they did. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "report/report.h"
#include "world/program.h"

#include <string>
#include <vector>

namespace xblock {

class LoggedSchedules {
public:
  LoggedSchedules() = default;
  LoggedSchedules(const LoggedSchedules &) = delete;
  LoggedSchedules &operator=(const LoggedSchedules &) = delete;

  /// Also told of what `observer` has a witness for. Lives as long as the search.
  void follow(SearchObserver &observer);
  /// After the search, with its report: the text for the file of this name.
  std::string print(Program &program, const Report &report, const std::string &file) const;

private:
  struct Logged {
    Schedule schedule;
    uint64_t number;
    ScheduleEnd end;
    size_t failure;
  };
  static constexpr size_t kMost = 10'000; ///< the bound of schedules by chance

  SearchWitness witness_;
  const SearchWitness *other_ = nullptr;
  std::vector<Logged> all_;
  uint64_t leftOut_ = 0;
};

} // namespace xblock
