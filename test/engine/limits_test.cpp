//===- limits_test.cpp - bounds cut the search and are counted ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

TEST(Limits, MaxSchedulesStopsWithBranchesLeft) {
  Explored e = explore(perf(3, 2), {.mode = Mode::ExitBlockRw, .keepGoing = true, .maxSchedules = 5});
  EXPECT_EQ(e.schedules, 5u);
  EXPECT_TRUE(e.scheduleLimit);
  EXPECT_GT(e.branchesLeft, 0u);
}

TEST(Limits, MaxSchedulesThatIsJustEnoughIsNoLimit) {
  Explored e = explore(perf(3, 2), {.mode = Mode::ExitBlockRw, .keepGoing = true, .maxSchedules = 13}); // (3^3 - 1) / 2
  EXPECT_EQ(e.schedules, 13u);
  EXPECT_FALSE(e.scheduleLimit);
  EXPECT_EQ(e.branchesLeft, 0u);
}

// Two threads of 3 regions and an end, cut before the second block: only the first block of each thread runs.
//   1. T0, cut   2. T0 delayed, T1, T0, cut. T0's cut comes before T1 has begun, and T1 leaves no branch below T0's delay ...
TEST(Limits, MaxBlocksCutsASchedule) {
  const char *threads = "T0: lock a, unlock a, lock a, unlock a\nT1: lock b, unlock b, lock b, unlock b";
  Explored whole = explore(parseProgram(threads), {.mode = Mode::ExitBlock, .keepGoing = true, .maxBlocks = 3});
  EXPECT_EQ(whole.cutSchedules, 0u); // 2 regions and the end
  EXPECT_EQ(whole.schedules, 6u);    // 4! / (2! 2!)
  Explored cut = explore(parseProgram(threads), {.mode = Mode::ExitBlock, .keepGoing = true, .maxBlocks = 1});
  // T0 | T1: after T0's block T0 is next and cut (1). With T0 delayed, T1's block, then T1 is next and cut (2).
  EXPECT_EQ(cut.schedules, 2u);
  EXPECT_EQ(cut.cutSchedules, 2u);
  EXPECT_TRUE(cut.finals.empty());
  EXPECT_EQ(cut.blocks, 2u);
}

TEST(Limits, BlocksAreCountedOverAllSchedules) {
  // One thread: its region and its end.
  Explored e = explore("T: lock a, unlock a", Mode::ExitBlock);
  EXPECT_EQ(e.blocks, 2u);
  EXPECT_EQ(e.schedules, 1u);
  EXPECT_EQ(e.aborted, 0u);
}

TEST(Limits, TheWorldIsLeftAsItWasFound) {
  Program program = perf(3, 2);
  ModelWorld world(program);
  auto before = world.state().cells();
  search(world, {.mode = Mode::ExitBlock, .maxSchedules = 3});
  EXPECT_EQ(world.state().cells(), before);
  EXPECT_EQ(world.snapshots(), 0u);
}

} // namespace
} // namespace xblock::test
