//===- comparison.h - what runs by several policies found, as a table --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Plain values, and how they are told; compare_linux.h makes them.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace xblock {

/// Until the first failing schedule, or the bound.
struct ComparedRun {
  uint64_t seed = 0;
  bool found = false;
  bool complete = false;    ///< no schedule fails
  bool bounded = false;     ///< no schedule fails that it was bounded to: "complete up to"
  std::string kind;         ///< of the failure, if there was one
  uint64_t schedules = 0;   ///< up to and with the failing one
  uint64_t distinct = 0, classes = 0;
  double seconds = 0;
};
struct ComparedPolicy {
  std::string policy;
  bool samples = true; ///< it has seeds
  bool tellsApart = true; ///< and what is distinct was counted
  std::vector<std::string> options; ///< that were given, and that it alone was given: "--depth=2"
  std::vector<ComparedRun> runs;
};
struct Comparison {
  std::vector<std::string> program;
  uint64_t runs = 0, firstSeed = 0; ///< that were asked for
  uint64_t maxSchedules = 0;        ///< or unlimited
  std::vector<ComparedPolicy> policies;
  bool interrupted = false; ///< runs are missing
};

/// A number of schedules: of runs that ended without a failure no more is known than that it is larger.
struct Typical {
  double value = 0;
  bool atLeast = false;
};
/// Of at least one run. Runs that found nothing count with the schedules that they had: if there are any, the mean is larger.
Typical meanToFailure(const std::vector<ComparedRun> &runs);
/// Such runs come behind all others: if one is in the middle, the median is larger than what it had.
Typical medianToFailure(const std::vector<ComparedRun> &runs);

/// Ends in a newline, as does the next.
std::string printTable(const Comparison &all, bool withTimes);
std::string printJson(const Comparison &all, bool withTimes);

} // namespace xblock
