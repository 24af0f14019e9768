//===- progress_test.cpp - what is told of a search while it runs -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

std::vector<SearchProgress> told(const Program &program, Mode mode) {
  ModelWorld world(program);
  std::vector<SearchProgress> all;
  SearchObserver observer;
  observer.due = [] { return true; };
  observer.progressed = [&](const SearchProgress &now) { all.push_back(now); };
  search(world, {.mode = mode, .keepGoing = true}, observer);
  return all;
}

// k threads of n blocks, all merges: where d threads are enabled each of the d parts counts alike.
TEST(Progress, IsToldAfterEachScheduleAndEndsAtTheTotal) {
  Program program = parseProgram(
      "T0: lock m, r x a, w x a+1, unlock m, lock m, r x a, w x 2*a, unlock m\n"
      "T1: lock m, r x a, w x a+1, unlock m, lock m, r x a, w x 2*a, unlock m");
  for (Mode mode : {Mode::ExitBlock, Mode::ExitBlockRw, Mode::Sleep, Mode::Dpor}) {
    std::vector<SearchProgress> all = told(program, mode);
    ASSERT_EQ(all.size(), 6u) << name(mode); // 4! / (2! 2!)
    for (size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(all[i].schedules, i + 1);
      EXPECT_EQ(all[i].rounds, 1u);
      EXPECT_GE(all[i].estimatedTotal, static_cast<double>(i + 1));
      EXPECT_LE(all[i].estimatedTotal, 36.0) << name(mode);
    }
    EXPECT_NEAR(all.back().estimatedTotal, 6, 1e-9) << name(mode);
  }
}

// The first schedule of two threads of two blocks runs through two states with two enabled threads, as
// long as both live: 2 * 2 * ... parts.
TEST(Progress, TheFirstEstimateIsTheProductOfWhatIsEnabled) {
  Program program = parseProgram("T0: lock a, unlock a\nT1: lock b, unlock b\nT2: lock c, unlock c");
  // 3 before T0's block; 3 again before its end, which is no branch; 2, then 1: 3 * 2.
  EXPECT_NEAR(told(program, Mode::ExitBlock).front().estimatedTotal, 6, 1e-9);
}

TEST(Progress, FailuresAndRoundsAreCounted) {
  std::vector<SearchProgress> all =
      told(parseProgram("T0: lock a, lock b, unlock b, unlock a\nT1: lock b, lock a, unlock a, unlock b"),
           Mode::Dpor);
  EXPECT_EQ(all.back().rounds, 2u);
  EXPECT_EQ(all.back().failures, 1u);
}

} // namespace
} // namespace xblock::test
