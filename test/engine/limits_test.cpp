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

TEST(Limits, StopIsAskedAfterEachScheduleAndEndsTheSearch) {
  int asked = 0;
  Explored e = explore(perf(3, 2), {.mode = Mode::ExitBlockRw,
                                    .keepGoing = true,
                                    .stop = [&] { return ++asked == 4; }});
  EXPECT_EQ(e.schedules, 4u);
  EXPECT_TRUE(e.stopped);
  EXPECT_FALSE(e.scheduleLimit);
  EXPECT_GT(e.branchesLeft, 0u);
  // After the last schedule there is nothing left to stop.
  Explored whole = explore(perf(3, 2), {.mode = Mode::Dpor, .stop = [] { return true; }});
  EXPECT_EQ(whole.schedules, 1u);
  EXPECT_FALSE(whole.stopped);
}

// Each increments x once in one region and doubles it in the next: 4! / (2! 2!) = 6 orders, of which
// abAB, baBA (a, b the first regions) need three switches of which two preempt, and abBA, baAB, two
// of which one does: after b, B of the same thread goes on. aAbB and bBaA need none.
constexpr const char *kTwoRegions =
    "T0: lock m, r x a, w x a+1, unlock m, lock m, r x a, w x 2*a, unlock m\n"
    "T1: lock m, r x a, w x a+1, unlock m, lock m, r x a, w x 2*a, unlock m";

TEST(Limits, PreemptionsBoundTheSearch) {
  auto within = [](uint64_t preemptions) {
    return explore(parseProgram(kTwoRegions),
                   {.mode = Mode::Dpor, .keepGoing = true, .preemptions = preemptions});
  };
  EXPECT_EQ(within(1).schedules, 4u);
  EXPECT_GT(within(1).beyondBound, 0u);
  EXPECT_EQ(within(2).schedules, 6u);
  EXPECT_EQ(within(2).beyondBound, 0u);
}

// T0 runs its 3 blocks and its end while T1 can run.
TEST(Limits, AThreadThatIsPassedOverTooOftenIsAFailureThatEndsNothing) {
  constexpr const char *kThree =
      "T0: lock a, unlock a, lock a, unlock a, lock a, unlock a\nT1: lock b, unlock b";
  auto allowed = [](uint64_t blocks) {
    return explore(parseProgram(kThree),
                   {.mode = Mode::Dpor, .keepGoing = true, .starvation = blocks});
  };
  EXPECT_TRUE(allowed(4).failures.empty());
  Explored e = allowed(3);
  ASSERT_EQ(e.failures.size(), 1u);
  EXPECT_EQ(e.failures[0].failure.kind, FailureKind::Starvation);
  EXPECT_EQ(e.failures[0].failure.message, "T1 could run, and did not, for 4 blocks of others");
  EXPECT_EQ(print(e.failures[0].schedule), "x1:0x4");
  EXPECT_EQ(e.finals.size(), 1u);
}

// A thread that needs a lock which another holds is not starved, it is blocked.
TEST(Limits, ABlockedThreadIsNotStarved) {
  Explored e = explore(parseProgram("start: T0\nT0: lock a, start T1, post s, post s, post s, post s, "
                                    "unlock a\nT1: lock a, unlock a"),
                       {.mode = Mode::Dpor, .keepGoing = true, .starvation = 2});
  EXPECT_TRUE(e.failures.empty());
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
