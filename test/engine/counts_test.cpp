//===- counts_test.cpp - exact numbers of schedules, each derived -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

uint64_t power(uint64_t base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

// No blocks conflict, so a schedule is: where each thread is cut off, in the order of the threads,
// all but the last anywhere among its n+1 places: (n+1)^(k-1) if all k threads live at first (paper
// 001, section 5.2). Here main starts k-1 of them, so a schedule can also be cut off by delaying
// main at its i-th start, with i threads to schedule: the sum of (n+1)^i for i < k, that is
// ((n+1)^k - 1) / n.
TEST(Counts, IndependentRegionsUnderRwAreAGeometricSum) {
  for (int k = 2; k <= 14; ++k)
    for (int n : {1, 2, 3, 4, 5, 7, 10, 20, 50, 150}) {
      uint64_t expected = (power(static_cast<uint64_t>(n) + 1, k) - 1) / static_cast<uint64_t>(n);
      if (expected > 30'000)
        break;
      Explored e = explore(perf(k, n), Mode::ExitBlockRw);
      EXPECT_EQ(e.schedules, expected) << "perf " << k << " " << n;
      EXPECT_EQ(e.aborted, 0u);
      EXPECT_EQ(e.finals.size(), 1u);
    }
}

// A Java thread also leaves a lock as it ends: one more place for each thread, ((n+2)^k - 1) /
// (n+1). These are all rows of the thesis's tables 4.1 and 4.2, as printed there under 'javasafe'
// (paper 000).
TEST(Counts, JavaThreadsGiveTheNumbersPublishedIn1999) {
  struct Row {
    int k, n;
    uint64_t paths;
  };
  constexpr Row kRows[] = {
      {2, 1, 4},      {2, 2, 5},       {2, 3, 6},     {2, 100, 103},  {2, 250, 253},
      {2, 500, 503},  {2, 1000, 1003}, {3, 1, 13},    {3, 2, 21},     {3, 3, 31},
      {3, 50, 2757},  {3, 100, 10507}, {4, 1, 40},    {4, 2, 85},     {4, 3, 156},
      {4, 10, 1885},  {4, 20, 11155},  {5, 1, 121},   {5, 2, 341},    {6, 10, 271453},
      {7, 5, 137257}, {8, 3, 97656},   {5, 3, 781},   {5, 4, 1555},   {5, 5, 2801},
      {5, 10, 22621}, {6, 1, 364},     {6, 2, 1365},  {6, 3, 3906},   {6, 5, 19608},
      {7, 1, 1093},   {7, 2, 5461},    {7, 3, 19531}, {8, 1, 3280},   {8, 2, 21845},
      {8, 4, 335923}, {9, 1, 9841},    {9, 2, 87381}, {10, 1, 29524}, {10, 2, 349525},
      {11, 1, 88573}, {12, 1, 265720},
  };
  static_assert(std::size(kRows) == 42);
  for (const Row &row : kRows) {
    uint64_t n = static_cast<uint64_t>(row.n);
    EXPECT_EQ(row.paths, (power(n + 2, row.k) - 1) / (n + 1));
    EXPECT_EQ(explore(perf(row.k, row.n, true), Mode::ExitBlockRw).schedules, row.paths)
        << "perf " << row.k << " " << row.n;
  }
}

// k threads of n blocks each: every merge of k sequences of length n, (kn)! / (n!)^k.
TEST(Counts, ExitBlockRunsEveryMergeOfTheBlocks) {
  auto threads = [](int k, int n) {
    std::string text;
    for (int i = 0; i < k; ++i) {
      text += "T" + std::to_string(i) + ": ";
      for (int j = 0; j < n; ++j)
        text += "lock l" + std::to_string(j) + ", unlock l" + std::to_string(j) + ", ";
      text += "\n";
    }
    return explore(parseProgram(text), Mode::ExitBlock).schedules;
  };
  EXPECT_EQ(threads(2, 3), 20u);    // 6! / (3! 3!)
  EXPECT_EQ(threads(3, 1), 6u);     // 3!; one delayed thread, as printed in the paper, would give 5
  EXPECT_EQ(threads(3, 2), 90u);    // 6! / (2! 2! 2!)
  EXPECT_EQ(threads(4, 1), 24u);    // 4!
  EXPECT_EQ(threads(2, 7), 3432u);  // 14! / (7! 7!)
  EXPECT_EQ(threads(3, 4), 34650u); // 12! / (4! 4! 4!)
}

// Paper 001, figure 2, its blocks named by the sections of code in them. T1: 123 leaves b and keeps
// a, 4 leaves a, 5 dies. T2: 67 leaves a, 89 leaves b, 10 dies.
constexpr const char *kFigure2 =
    "T1: lock a, w s 1, lock b, unlock b, unlock a\nT2: lock a, r s q, unlock a, lock b, unlock b";

// Merges of T1's 123 4 and T2's 67 89: 6, of which one would put all of T2 between 123 and 4 and
// one only 67; there T2 does not get a, and both are the one schedule that ends with the aborted
// attempt.
//   1. 123 4 5 67 89 10       2. 123 (4 delayed, 67 aborted)   3. 67 89 10 123 4 5
//   4. 67 123 4 5 89 10       5. 67 123 89 10 4 5
TEST(Counts, Figure4) {
  Explored e = explore(kFigure2, Mode::ExitBlock);
  EXPECT_EQ(e.schedules, 5u);
  EXPECT_EQ(e.aborted, 1u);
}

// Only 123 and 67 conflict, on s: schedule 4 stops after 67 123 4 5, with 89 delayed, and 5 is not
// begun.
TEST(Counts, Figure7) {
  Explored e = explore(kFigure2, Mode::ExitBlockRw);
  EXPECT_EQ(e.schedules, 4u);
  EXPECT_EQ(e.aborted, 1u);
}

// Each thread first, whole; and after its first block the other's attempt at the outer lock, the
// two large X of figure 9. With pruning the second thread's second block does not wake the first,
// so that only the first X is met.
TEST(Counts, Figure9) {
  constexpr const char *kFigure8 =
      "T1: lock a, lock b, unlock b, unlock a\nT2: lock b, lock a, unlock a, unlock b";
  Explored plain = explore(kFigure8, Mode::ExitBlock);
  EXPECT_EQ(plain.schedules, 4u);
  EXPECT_EQ(plain.aborted, 2u);
  Explored rw = explore(kFigure8, Mode::ExitBlockRw);
  EXPECT_EQ(rw.schedules, 3u);
  EXPECT_EQ(rw.aborted, 1u);
}

// T1: 123 4 5, T2: 67 (leaves a), 8910 (leaves a again, keeps b), 11 12. Left tree:
//   1. 123 4 5 67 8910 11 12      2. 123 X (67 needs a)
//   3. 67 8910 11 12 123 4 5      4. 67 8910 X (123 needs b)
//   5. 67 123 4 5 8910 11 12      6. 67 123 X (8910 needs a)
// Right tree, where nothing conflicts: 1, 2, and 67 8910 11 12 with 123 delayed.
TEST(Counts, Figure11) {
  constexpr const char *kFigure10 = "T1: lock a, lock b, unlock b, unlock a\nT2: lock a, unlock a, "
                                    "lock b, lock a, unlock a, unlock b";
  Explored plain = explore(kFigure10, Mode::ExitBlock);
  EXPECT_EQ(plain.schedules, 6u);
  EXPECT_EQ(plain.aborted, 3u);
  Explored rw = explore(kFigure10, Mode::ExitBlockRw);
  EXPECT_EQ(rw.schedules, 3u);
  EXPECT_EQ(rw.aborted, 1u);
}

// main starts T1 and T2 and joins them; each reads x in one region and writes x + 1 in the next. M
// is a start by main, a and A the two regions of T1, b and B of T2; deaths are left out, ... is
// where all that is enabled is delayed.
//   1. MMaAbB   2. MMaAb..   3. MMaA..   4. MMabBA: x is 1   5. MMabAB: x is 1   6. MMabA..
//   7. MMbBaA   8. MaA..
// Aborted: main's join of T1 after MM in 1, and that of T2 where 2, 3 and 6 end.
constexpr const char *kLostUpdate =
    "start: Main\nMain: start T1, start T2, join T1, join T2, lock m, check x 2, unlock m\n"
    "T1: lock m, r x a, unlock m, lock m, w x a+1, unlock m\n"
    "T2: lock m, r x a, unlock m, lock m, w x a+1, unlock m";
TEST(Counts, LostUpdateUnderRw) {
  Explored e = explore(kLostUpdate, Mode::ExitBlockRw);
  EXPECT_EQ(e.schedules, 8u);
  EXPECT_EQ(e.aborted, 4u);
  ASSERT_EQ(e.failures.size(), 1u);
  EXPECT_EQ(e.failures[0].foundAt, 4u);
  EXPECT_EQ(e.failures[0].count, 2u);
  EXPECT_EQ(e.failures[0].failure.message, "check: x is 1, not 2");
  // main's two starts; T1's first region; T2's two regions and its end; T1's second and its end;
  // main's check.
  EXPECT_EQ(print(e.failures[0].schedule), "x1:0x2.1.2x3.1x2.0");
}

// Without pruning, the second start is no longer kept before T1's first region: 7 more schedules
// with M after a (11 to 17), and 8 to 10, the merges that begin MMb but not MMbB.
TEST(Counts, LostUpdateUnderExitBlock) {
  Explored e = explore(kLostUpdate, Mode::ExitBlock);
  EXPECT_EQ(e.schedules, 17u);
  EXPECT_EQ(e.aborted, 10u);
  ASSERT_EQ(e.failures.size(), 1u);
  EXPECT_EQ(e.failures[0].foundAt, 4u);
}

// N: the notify; a, b: the two begin to wait; A, B: they leave m again.
// After both, one of two is chosen: (ab or ba) N (A or B), 4. Between: aN and then b and A in any
// order, 2, and the same for b, 2. Before: N and then ab or ba, 2. In each a thread waits for ever.
TEST(Counts, ANotifyHasASchedulePerWaiter) {
  Explored e =
      explore("T0: lock m, r x a, wait m c, unlock m\nT1: lock m, r x a, wait m c, unlock m\n"
              "T2: lock m, w x 1, notify c, unlock m",
              Mode::ExitBlock);
  EXPECT_EQ(e.schedules, 10u);
  EXPECT_EQ(e.failed(FailureKind::Deadlock), 10u);
}

// Two notifies in one block. After both: the first wakes one of two, the second the other, and then
// A and B in any order: 2 * 2 * 2. Between: as above, 2 + 2. Before: 2.
TEST(Counts, TwoNotifiesInOneBlockWakeBothInEachOrder) {
  constexpr const char *kTwo = "T0: lock m, wait m c, unlock m\nT1: lock m, wait m c, unlock "
                               "m\nT2: lock m, notify c, notify c, unlock m";
  EXPECT_EQ(explore(kTwo, Mode::ExitBlock).schedules, 14u);
  // Nothing conflicts: of each pair of orders the second is cut, and N with both delayed, and aN,
  // bN with the other.
  EXPECT_EQ(explore(kTwo, Mode::ExitBlockRw).schedules, 7u);
}

} // namespace
} // namespace xblock::test
