//===- limits_test.cpp - bounds cut the search and are counted ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

TEST(Limits, MaxSchedulesStopsWithBranchesLeft) {
  Explored e =
      explore(perf(3, 2), {.mode = Mode::ExitBlockRw, .keepGoing = true, .maxSchedules = 5});
  EXPECT_EQ(e.schedules, 5u);
  EXPECT_TRUE(e.scheduleLimit);
  EXPECT_GT(e.branchesLeft, 0u);
}

TEST(Limits, MaxSchedulesThatIsJustEnoughIsNoLimit) {
  Explored e =
      explore(perf(3, 2),
              {.mode = Mode::ExitBlockRw, .keepGoing = true, .maxSchedules = 13}); // (3^3 - 1) / 2
  EXPECT_EQ(e.schedules, 13u);
  EXPECT_FALSE(e.scheduleLimit);
  EXPECT_EQ(e.branchesLeft, 0u);
}

TEST(Limits, MaxBlocksCutsASchedule) {
  const char *threads =
      "T0: lock a, unlock a, lock a, unlock a\nT1: lock b, unlock b, lock b, unlock b";
  Explored whole =
      explore(parseProgram(threads), {.mode = Mode::ExitBlock, .keepGoing = true, .maxBlocks = 3});
  EXPECT_EQ(whole.cutSchedules, 0u); // 2 regions and the end
  EXPECT_EQ(whole.schedules, 6u);    // 4! / (2! 2!)
  Explored cut =
      explore(parseProgram(threads), {.mode = Mode::ExitBlock, .keepGoing = true, .maxBlocks = 1});
  // T0 | T1: after T0's block T0 is next and cut (1). With T0 delayed, T1's block, then T1 is next
  // and cut (2).
  EXPECT_EQ(cut.schedules, 2u);
  EXPECT_EQ(cut.cutSchedules, 2u);
  EXPECT_TRUE(cut.finals.empty());
  EXPECT_EQ(cut.blocks, 2u);
}

// The first schedule is cut before the second block of T0; T1 is tried there as well, and what
// follows is cut in its turn.
TEST(Limits, MaxBlocksCutsUnderDporAndNothingIsCompleted) {
  Explored cut = explore(
      parseProgram(
          "T0: lock m, r x a, unlock m, lock m, r x a, unlock m\nT1: lock m, w x 1, unlock m"),
      {.mode = Mode::Dpor, .keepGoing = true, .maxBlocks = 1});
  EXPECT_GT(cut.cutSchedules, 0u);
  EXPECT_TRUE(cut.finals.empty());
  EXPECT_TRUE(cut.failures.empty());
}

TEST(Limits, MaxSchedulesStopsBetweenRounds) {
  // The first round is one schedule and sees the cycle; the second is not begun.
  Program program = parseProgram("T0: lock a, lock b, unlock b, unlock a, lock b, lock a, unlock "
                                 "a, unlock b\nT1: lock a, unlock a");
  EXPECT_EQ(explore(program, Mode::Dpor).rounds, 2u);
  Explored e = explore(program, {.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = 1});
  EXPECT_EQ(e.schedules, 1u);
  EXPECT_TRUE(e.scheduleLimit);
  EXPECT_GT(e.branchesLeft, 0u);
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
  for (Mode mode : {Mode::ExitBlock, Mode::ExitBlockRw, Mode::Sleep, Mode::Dpor}) {
    search(world, {.mode = mode, .maxSchedules = 3});
    EXPECT_EQ(world.state().cells(), before);
    EXPECT_EQ(world.snapshots(), 0u);
  }
}

} // namespace
} // namespace xblock::test
