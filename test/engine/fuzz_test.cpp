//===- fuzz_test.cpp - random programs against brute force --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "fuzz.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace xblock::test {
namespace {

/// XBLOCK_FUZZ multiplies the number of programs.
Tally compare(Mode mode, uint64_t seed, int count, Flavour flavour) {
  const char *times = std::getenv("XBLOCK_FUZZ");
  bool exact = mode == Mode::Sleep || mode == Mode::Dpor;
  Tally tally = fuzz(mode, seed, count * (times ? std::atoi(times) : 1), flavour,
                     [&](const std::string &text, const Explored &, bool wrong) {
                       EXPECT_FALSE(wrong && exact) << text;
                     });
  EXPECT_EQ(tally.impossible, 0);
  EXPECT_EQ(tally.falseDeadlocks, 0);
  EXPECT_EQ(tally.falseFailures, 0);
  return tally;
}

TEST(Fuzz, ExitBlockMissesNoFinalStateAndReportsNoFalseDeadlock) {
  Tally tally = compare(Mode::ExitBlock, 1, 3000, {});
  EXPECT_GT(tally.programs, 2900);
  EXPECT_GT(tally.deadlocking, 500);
  EXPECT_EQ(tally.missed, 0);
  EXPECT_EQ(tally.falseDeadlocks, 0);
}

// It is known to miss final states and deadlocks of programs with nested locks or condition
// variables.
TEST(Fuzz, ExitBlockRwReportsNoFalseDeadlock) {
  Tally tally = compare(Mode::ExitBlockRw, 2, 3000, {});
  EXPECT_GT(tally.programs, 2900);
  EXPECT_EQ(tally.falseDeadlocks, 0);
}

/// Of `count` programs at least 9 in 10 are compared, and at least 1 in 20 can deadlock.
void exact(Mode mode, uint64_t seed, int count, Flavour flavour) {
  Tally tally = compare(mode, seed, count, flavour);
  EXPECT_GT(tally.programs, count * 9 / 10);
  EXPECT_GT(tally.deadlocking, count / 20);
  if (flavour.checks) {
    EXPECT_GT(tally.failing, count / 10);
  }
  EXPECT_EQ(tally.missed, 0);
  EXPECT_EQ(tally.deadlocksMissed, 0);
  EXPECT_EQ(tally.falseDeadlocks, 0);
  EXPECT_EQ(tally.failuresMissed, 0);
}

TEST(Fuzz, SleepIsExact) { exact(Mode::Sleep, 3, 4000, {}); }
TEST(Fuzz, SleepIsExactWithThreadCreationAndSemaphores) {
  exact(Mode::Sleep, 4, 4000, {.dynamic = true});
}
TEST(Fuzz, SleepIsExactPastFailures) {
  exact(Mode::Sleep, 5, 3000, {.dynamic = true, .checks = true});
}
TEST(Fuzz, DporIsExact) { exact(Mode::Dpor, 6, 4000, {}); }
TEST(Fuzz, DporIsExactWithThreadCreationAndSemaphores) {
  exact(Mode::Dpor, 7, 4000, {.dynamic = true});
}
TEST(Fuzz, DporIsExactWithAtomics) { exact(Mode::Dpor, 8, 3000, {.atomics = true}); }
TEST(Fuzz, DporIsExactWithRaces) { exact(Mode::Dpor, 12, 3000, {.races = true}); }
TEST(Fuzz, DporIsExactWithRacesAndThreadCreation) {
  exact(Mode::Dpor, 13, 3000, {.dynamic = true, .atomics = true, .races = true});
}
TEST(Fuzz, DporIsExactWithCopies) {
  exact(Mode::Dpor, 15, 2000, {.copies = true});
  exact(Mode::Dpor, 16, 2000, {.races = true, .copies = true});
}
TEST(Fuzz, SleepIsExactWithCopies) { exact(Mode::Sleep, 17, 1500, {.dynamic = true, .copies = true}); }
TEST(Fuzz, DporIsExactPastFailures) { exact(Mode::Dpor, 9, 3000, {.checks = true}); }
TEST(Fuzz, DporIsExactWithAllOfThem) {
  exact(Mode::Dpor, 10, 3000, {.dynamic = true, .atomics = true, .races = true, .checks = true});
}
TEST(Fuzz, DporIsExactWithFourThreads) { exact(Mode::Dpor, 11, 400, {.maxThreads = 4}); }
TEST(Fuzz, SleepIsExactWithRacesAndThreadCreation) {
  exact(Mode::Sleep, 14, 2000, {.dynamic = true, .atomics = true, .races = true});
}

TEST(Fuzz, DporRunsLessThanOneRedundantScheduleInAHundred) {
  uint64_t seed = 100;
  for (const Kind &kind : kinds()) {
    std::mt19937_64 rng(seed++);
    uint64_t schedules = 0, redundant = 0;
    for (int i = 0; i < 1000; ++i) {
      Explored e = explore(parseProgram(randomProgramText(rng, kind.flavour)),
                           {.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = 2000});
      schedules += e.schedules;
      redundant += e.redundant;
    }
    // What a choice turns out to do where its thread is moved to is not known before: more of them end asleep.
    EXPECT_LT(redundant * (kind.flavour.choices ? 50 : 100), schedules) << kind.name;
  }
}

class FuzzBoth : public testing::TestWithParam<Mode> {};
INSTANTIATE_TEST_SUITE_P(Modes, FuzzBoth, testing::Values(Mode::Sleep, Mode::Dpor),
                         [](const auto &tested) { return std::string(name(tested.param)); });

TEST_P(FuzzBoth, IsExactWhereWhatWasReadDecides) {
  exact(GetParam(), 20, 1000, {.dynamic = true, .branches = true});
  exact(GetParam(), 21, 300, {.races = true, .branches = true});
}
TEST_P(FuzzBoth, IsExactWithTryLocks) {
  exact(GetParam(), 22, 400, {.tries = true});
  exact(GetParam(), 23, 500, {.dynamic = true, .branches = true, .tries = true});
}
TEST_P(FuzzBoth, IsExactWithTimedWaits) {
  exact(GetParam(), 24, 1000, {.dynamic = true, .timed = true});
}
TEST_P(FuzzBoth, IsExactWithReaderWriterLocksAndBarriers) {
  exact(GetParam(), 25, 500, {.rwLocks = true});
  exact(GetParam(), 31, 1000, {.tries = true, .rwLocks = true});
  exact(GetParam(), 26, 500, {.barriers = true});
}
TEST_P(FuzzBoth, IsExactWithReaderWriterLocksThatPreferWriters) {
  exact(GetParam(), 32, 1000, {.rwLocks = true, .writersFirst = true});
  exact(GetParam(), 33, 500, {.dynamic = true, .rwLocks = true, .writersFirst = true});
  exact(GetParam(), 34, 500, {.tries = true, .rwLocks = true, .writersFirst = true});
  exact(GetParam(), 35, 500,
        {.branches = true, .tries = true, .timed = true, .rwLocks = true, .writersFirst = true});
}
TEST_P(FuzzBoth, IsExactHandOverHandAndWithWaitsUnderTwoLocks) {
  exact(GetParam(), 27, 300, {.chains = true});
  exact(GetParam(), 28, 500, {.dynamic = true, .chains = true});
}
TEST_P(FuzzBoth, IsExactWhereTheSearchChoosesValues) {
  exact(GetParam(), 36, 1000, {.choices = true});
  exact(GetParam(), 41, 1000, {.ways = true});
  exact(GetParam(), 42, 1000, {.dynamic = true, .ways = true, .choices = true});
  exact(GetParam(), 43, 500, {.tries = true, .timed = true, .ways = true});
  exact(GetParam(), 44, 500, {.checks = true, .barriers = true, .ways = true});
  exact(GetParam(), 37, 1000, {.dynamic = true, .branches = true, .choices = true});
  exact(GetParam(), 38, 500, {.atomics = true, .races = true, .branches = true, .choices = true});
  exact(GetParam(), 39, 500, {.dynamic = true, .branches = true, .timed = true, .rwLocks = true, .choices = true});
}
TEST_P(FuzzBoth, IsExactWithAllOfThem) {
  exact(GetParam(), 29, 1000,
        {.dynamic = true,
         .branches = true,
         .tries = true,
         .timed = true,
         .rwLocks = true,
         .barriers = true,
         .chains = true});
}

} // namespace
} // namespace xblock::test
