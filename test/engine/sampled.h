//===- sampled.h - schedules by chance, for tests -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What was sampled of a tiny program, and how often it ended as it is asked for.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "explore.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace xblock::test {

inline SearchOptions sampling(const Sampling &how, uint64_t schedules) {
  SearchOptions options{.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = schedules};
  options.sampling = how;
  return options;
}

/// The schedules that were sampled, in order, from the beginning of the last round.
inline std::vector<std::string> sampled(const Program &program, const SearchOptions &options,
                                        SearchResult *result = nullptr) {
  ModelWorld world(program);
  std::vector<std::string> all;
  SearchWitness witness;
  witness.beganRound = [&] { all.clear(); };
  witness.ended = [&](const Trace &trace, ScheduleEnd, uint64_t, size_t) {
    all.push_back(print(trace.schedule()));
  };
  witness.notRun = [](size_t, ThreadId, NotRun) {};
  SearchObserver observer;
  observer.witness = &witness;
  SearchResult found = search(world, options, observer);
  EXPECT_EQ(world.snapshots(), 0u);
  if (result)
    *result = found;
  return all;
}

/// Schedules of the last round, and those of them that end as wanted.
struct Frequency {
  uint64_t of = 0, n = 0;
  double share() const { return static_cast<double>(n) / static_cast<double>(of); }
};
template <typename Wanted>
Frequency frequency(const Program &program, const SearchOptions &options, Wanted wanted) {
  ModelWorld world(program);
  Frequency found;
  SearchWitness witness;
  witness.beganRound = [&] { found = {}; };
  witness.ended = [&](const Trace &, ScheduleEnd how, uint64_t, size_t) {
    ++found.of;
    found.n += wanted(how, world);
  };
  witness.notRun = [](size_t, ThreadId, NotRun) {};
  SearchObserver observer;
  observer.witness = &witness;
  search(world, options, observer);
  return found;
}

/// Of the mean of so many draws of this probability. Four and a half: one in 147,000 is outside by
/// chance; the seeds are fixed.
inline double deviation(double p, uint64_t draws) {
  return 4.5 * std::sqrt(p * (1 - p) / static_cast<double>(draws));
}

} // namespace xblock::test
