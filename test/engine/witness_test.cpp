//===- witness_test.cpp - who draws a search is told of all of it -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace xblock::test {
namespace {

/// What a search told, in its order: "x1:0.1 completed", "T1 after 2: covered".
std::vector<std::string> told(const char *text, const SearchOptions &options,
                              SearchResult *result = nullptr) {
  constexpr const char *kEnds[] = {"completed", "failed",   "redundant",
                                   "cut",       "given up", "unsupported"};
  constexpr const char *kWhy[] = {"covered", "not needed", "beyond the bound", "left"};
  Program program = parseProgram(text);
  ModelWorld world(program);
  std::vector<std::string> all;
  uint64_t last = 0;
  SearchWitness witness;
  witness.beganRound = [&] { all.push_back("round"); };
  witness.ended = [&](const Trace &trace, ScheduleEnd how, uint64_t number, size_t failure) {
    EXPECT_EQ(number, ++last);
    all.push_back(print(trace.schedule()) + " " + kEnds[static_cast<int>(how)] +
                  (how == ScheduleEnd::Failed ? " " + std::to_string(failure) : ""));
  };
  witness.notRun = [&](size_t depth, ThreadId t, NotRun why) {
    all.push_back("T" + std::to_string(index(t)) + " after " + std::to_string(depth) + ": " +
                  kWhy[static_cast<int>(why)]);
  };
  SearchObserver observer;
  observer.witness = &witness;
  SearchResult found = search(world, options, observer);
  EXPECT_EQ(last, found.schedules);
  if (result)
    *result = found;
  return all;
}

constexpr const char *kTwoWriters = "T0: lock m, w x 1, unlock m\n"
                                    "T1: lock m, w x 2, unlock m";
constexpr const char *kNoConflict = "T0: lock m, w x 1, unlock m\n"
                                    "T1: lock m, w y 2, unlock m";

// Each thread's region is a block, and its end another: T0 first, then T1 first. That T0 is not
// asked for once T1 ran, or the other way round, is what is told of the states in between.
TEST(Witness, IsToldOfEachScheduleAndOfWhatIsNotRun) {
  std::vector<std::string> all = told(kTwoWriters, {.mode = Mode::Dpor, .keepGoing = true});
  EXPECT_EQ(std::count(all.begin(), all.end(), "x1:0x2.1x2 completed"), 1);
  EXPECT_EQ(
      std::count_if(all.begin(), all.end(), [](auto &line) { return line.ends_with("completed"); }),
      2);
  EXPECT_EQ(
      std::count_if(all.begin(), all.end(), [](auto &line) { return line.ends_with(": left"); }),
      0);
  all = told(kNoConflict, {.mode = Mode::Dpor, .keepGoing = true});
  EXPECT_EQ(all, (std::vector<std::string>{"round", "x1:0x2.1x2 completed",
                                           "T1 after 1: not needed", "T1 after 0: not needed"}));
}

// exitblock-rw tries both first, and cuts the second schedule where T0, which is delayed, is all
// that is left.
TEST(Witness, IsToldOfSchedulesThatAreCutAsRedundant) {
  std::vector<std::string> all = told(kNoConflict, {.mode = Mode::ExitBlockRw, .keepGoing = true});
  EXPECT_GT(
      std::count_if(all.begin(), all.end(), [](auto &line) { return line.ends_with("redundant"); }),
      0);
}

TEST(Witness, IsToldOfFailuresByTheirNumber) {
  const char *program = "T0: lock a, lock b, unlock b, unlock a\n"
                        "T1: lock b, lock a, unlock a, unlock b";
  SearchResult result;
  std::vector<std::string> all = told(program, {.mode = Mode::Dpor, .keepGoing = true}, &result);
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_EQ(static_cast<uint64_t>(std::count_if(
                all.begin(), all.end(), [](auto &line) { return line.ends_with("failed 0"); })),
            result.failures[0].count);
  EXPECT_EQ(static_cast<uint64_t>(std::count(all.begin(), all.end(), "round")), result.rounds);
}

TEST(Witness, IsToldOfWhatALimitLeft) {
  std::vector<std::string> all =
      told(kTwoWriters, {.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = 1});
  EXPECT_EQ(
      std::count_if(all.begin(), all.end(), [](auto &line) { return line.ends_with("completed"); }),
      1);
  EXPECT_EQ(std::count(all.begin(), all.end(), "T1 after 0: left"), 1);
}

} // namespace
} // namespace xblock::test
