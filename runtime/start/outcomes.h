//===- outcomes.h - the distinct results of a search's schedules --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// --outcomes and --expect-outcomes. A result is what a schedule that does not fail gave to xblock_outcome(), or else wrote to
// stdout. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"
#include "report/report.h"
#include "engine/archive.h"
#include "world/outcome_values.h"
#include "world/program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace xblock {

class Outcomes {
public:
  /// Reads the file of --expect-outcomes. One line if that cannot be, else "".
  std::string prepare(const Options &options);
  bool areWanted() const { return wanted_; }

  /// The program came to the end of `schedule`: notes its result. The failure that it is, if it was not expected.
  template <typename GetSchedule> std::optional<Failure> judge(Program &program, GetSchedule schedule) {
    if (!outputsWanted_ && !wanted_)
      return std::nullopt;
    std::string values = program.outputOf(kOutcomeValues), output = program.outputOf(1);
    if (outputsWanted_)
      ++outputs_[output];
    if (!wanted_)
      return std::nullopt;
    std::string key = values.empty() ? "o" + output : "v" + values;
    if (!known_.contains(key))
      add(key, schedule());
    return failureOf(key);
  }

  /// After the search: lists what was found, and tells of what was expected in vain, if the search was whole.
  void addTo(Report &report) const;
  /// What all schedules wrote to stdout -> by how many of them.
  const std::map<std::string, uint64_t> &outputs() const { return outputs_; }
  /// Writes or reads what is known of the schedules so far (support/archive.h).
  template <typename A> void archive(A &a) {
    io(a, outputs_);
    io(a, keys_);
    io(a, schedules_);
    if (A::kReads)
      known_.insert(keys_.begin(), keys_.end());
  }

private:
  void add(const std::string &key, const Schedule &schedule);
  std::optional<Failure> failureOf(const std::string &key) const;
  bool isExpected(const Result &result) const;

  bool wanted_ = false, outputsWanted_ = false;
  std::optional<std::vector<Result>> expected_;
  std::map<std::string, uint64_t> outputs_;
  std::set<std::string> known_;
  std::vector<std::string> keys_; ///< in the order found: "v" and values, or "o" and output
  std::vector<Schedule> schedules_;
};

} // namespace xblock
