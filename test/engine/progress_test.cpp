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

/// n threads that do the same, "#" in it being half the thread's number.
Program alike(int n, const std::string &text) {
  std::string all;
  for (int i = 0; i < n; ++i) {
    all += "T" + std::to_string(i) + ": ";
    for (char c : text)
      all += c == '#' ? std::to_string(i / 2) : std::string(1, c);
    all += "\n";
  }
  return parseProgram(all);
}

// Of what these programs' searches come to (counts_test.cpp, tables_test.cpp), the estimate tells a
// third to three times once a quarter is done, also where subtrees differ much in size: perf 2 100
// has one with 100 schedules and 101 with 1.
TEST(Progress, TheEstimateConverges) {
  constexpr const char *kIncrement = "lock m#, r x# a, w x# a+1, unlock m#";
  const std::string one = "lock m, r x a, w x a+1, unlock m", two = one + ", " + one;
  struct Row {
    Program program;
    Mode mode;
    size_t schedules;
  };
  const Row rows[] = {
      {perf(2, 100), Mode::Sleep, 102},       // (101^2 - 1) / 100
      {perf(3, 20), Mode::Sleep, 463},        // (21^3 - 1) / 20
      {perf(4, 8), Mode::ExitBlockRw, 820},   // (9^4 - 1) / 8
      {perf(8, 2), Mode::Sleep, 3280},        // (3^8 - 1) / 2
      {alike(6, one), Mode::ExitBlock, 720},  // 6!
      {alike(6, one), Mode::Dpor, 720},       // 6!
      {alike(14, kIncrement), Mode::Dpor, 128}, // 2^7
      {alike(2, two + ", " + two), Mode::Dpor, 70}, // 8! / (4! 4!)
      {alike(3, two), Mode::Dpor, 90},        // 6! / (2! 2! 2!)
  };
  for (const Row &row : rows) {
    std::vector<SearchProgress> all = told(row.program, row.mode);
    ASSERT_EQ(all.size(), row.schedules);
    double total = static_cast<double>(all.size());
    for (size_t i = all.size() / 4; i < all.size(); ++i) {
      EXPECT_GT(all[i].estimatedTotal, total / 3) << i << " of " << all.size();
      EXPECT_LT(all[i].estimatedTotal, total * 3) << i << " of " << all.size();
    }
    EXPECT_GT(all[all.size() / 2].estimatedTotal, total / 2);
    EXPECT_LT(all[all.size() / 2].estimatedTotal, total * 2);
    EXPECT_DOUBLE_EQ(all.back().estimatedTotal, total);
  }
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
