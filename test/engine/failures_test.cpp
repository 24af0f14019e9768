//===- failures_test.cpp - what the search says of failing schedules ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "support/random_program.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace xblock::test {
namespace {

/// Runs the failure's schedule again and says how its last block ended.
Outcome replay(const Program &program, const FoundFailure &found) {
  ModelWorld world(program);
  world.endBlocksAt(found.boundaries);
  Outcome out;
  for (const Step &step : found.schedule)
    world.run(step.thread, step.choices, out);
  return out;
}

constexpr Mode kModes[] = {Mode::ExitBlock, Mode::ExitBlockRw, Mode::Sleep, Mode::Dpor};

TEST(Failures, TheSearchStopsAtTheFirstUnlessToldToKeepGoing) {
  Program program = parseProgram(
      "T0: lock m, w x 1, unlock m\nT1: lock m, check x 1, unlock m, lock m, check y 1, unlock m\n"
      "T2: lock m, w y 1, unlock m");
  Explored first = explore(program, {.mode = Mode::ExitBlock});
  EXPECT_EQ(first.failures.size(), 1u);
  EXPECT_TRUE(first.stoppedAtFailure);
  EXPECT_GT(first.branchesLeft, 0u);
  EXPECT_EQ(first.failures[0].foundAt, first.schedules);

  Explored all = explore(program, Mode::ExitBlock);
  EXPECT_EQ(all.failures.size(), 2u); // two keys, each with many schedules
  EXPECT_FALSE(all.stoppedAtFailure);
  EXPECT_EQ(all.branchesLeft, 0u);
  // Each failing check ends its schedule, so the two counts are those of schedules that did not
  // complete.
  EXPECT_LT(all.failures[0].count + all.failures[1].count, all.schedules);
}

TEST(Failures, EveryScheduleIncludesTheFailingBlockAndReplays) {
  std::mt19937_64 rng(11);
  int failing = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string text = randomProgramText(rng, {.checks = true});
    Program program = parseProgram(text);
    for (const FoundFailure &f :
         explore(program, {.mode = kModes[i % 4], .keepGoing = true, .maxSchedules = 500})
             .failures) {
      if (f.failure.kind != FailureKind::Assertion)
        continue;
      ++failing;
      Outcome out = replay(program, f);
      EXPECT_EQ(out.ending, Ending::Failed) << text << print(f.schedule);
      EXPECT_EQ(out.failure.message, f.failure.message);
      EXPECT_EQ(parseSchedule(print(f.schedule), nullptr), f.schedule);
    }
  }
  EXPECT_GT(failing, 100);
}

TEST(Failures, TheSameSearchTwiceFindsTheSame) {
  std::mt19937_64 rng(12);
  for (int i = 0; i < 200; ++i) {
    Program program = parseProgram(randomProgramText(rng, {.dynamic = i % 3 == 0, .checks = true}));
    SearchOptions options{.mode = kModes[i % 4], .keepGoing = true, .maxSchedules = 2000};
    Explored a = explore(program, options), b = explore(program, options);
    EXPECT_EQ(a.schedules, b.schedules);
    EXPECT_EQ(a.blocks, b.blocks);
    ASSERT_EQ(a.failures.size(), b.failures.size());
    for (size_t f = 0; f < a.failures.size(); ++f) {
      EXPECT_EQ(print(a.failures[f].schedule), print(b.failures[f].schedule));
      EXPECT_EQ(a.failures[f].failure.message, b.failures[f].failure.message);
      EXPECT_EQ(a.failures[f].count, b.failures[f].count);
    }
  }
}

// Only the second round, whose blocks end between the two locks, meets the deadlock; under its
// boundaries it replays.
TEST(Failures, ADeadlockReplaysUnderTheBoundariesItWasFoundWith) {
  Program program = parseProgram(
      "T0: lock a, lock b, unlock b, unlock a\nT1: lock b, lock a, unlock a, unlock b");
  for (Mode mode : {Mode::Sleep, Mode::Dpor}) {
    Explored e = explore(program, {.mode = mode});
    ASSERT_EQ(e.failures.size(), 1u);
    const FoundFailure &found = e.failures[0];
    EXPECT_EQ(print(found.schedule), "x1:0.1");
    EXPECT_EQ(found.boundaries.edges.size(), 2u); // a -> b and b -> a
    EXPECT_EQ(e.rounds, 2u);
    ModelWorld world(program);
    world.endBlocksAt(found.boundaries);
    Outcome out;
    for (ThreadId t : {ThreadId(0), ThreadId(1)})
      world.run(t, {}, out);
    for (ThreadId t : {ThreadId(0), ThreadId(1)}) {
      SnapshotId before = world.save();
      world.run(t, {}, out);
      EXPECT_EQ(out.ending, Ending::Blocked);
      world.restore(before);
    }
  }
}

// T1 is woken and fails, T0 would not: the choice is in the schedule.
// dpor went on with the one way that could, and never said that the other waits for ever: "complete: 1 schedule". T0 waits for s,
// which T1 gives after r, which T0 gives if it does not wait: one schedule completes, one is stuck. Ways in either order.
TEST(Failures, AWayThatWaitsForEverIsADeadlockThoughTheOtherGoesOn) {
  for (const char *ways : {"unless l 0 2, sem s, jump l 0 1, post r", "unless l 0 2, post r, jump l 0 1, sem s"})
    for (Mode mode : {Mode::Sleep, Mode::Dpor}) {
      Explored e = explore(parseProgram(std::string("start: T0\nT0: start T1, choose l 2, ") + ways + ", join T1\nT1: sem r, post s"), mode);
      EXPECT_EQ(e.failed(FailureKind::Deadlock), 1u) << ways << name(mode);
      EXPECT_EQ(e.finals.size(), 1u) << ways << name(mode);
      if (mode == Mode::Dpor)
        EXPECT_EQ(e.schedules, 2u) << ways;
    }
}

TEST(Failures, TheScheduleSaysWhomANotifyWoke) {
  Program program =
      parseProgram("T0: lock m, wait m c, unlock m\nT1: lock m, wait m c, check x 1, unlock m\n"
                   "T2: lock m, notify c, unlock m");
  Explored e = explore(program, Mode::ExitBlock);
  ASSERT_GE(e.failures.size(), 1u);
  bool found = false;
  for (const FoundFailure &f : e.failures) {
    if (f.failure.kind != FailureKind::Assertion)
      continue;
    found = true;
    // T0 and T1 wait, T2 wakes the second of them and ends, T1 fails.
    EXPECT_EQ(print(f.schedule), "x1:0.1.2c1.2.1");
    EXPECT_EQ(replay(program, f).ending, Ending::Failed);
  }
  EXPECT_TRUE(found);
}

TEST(Failures, ADeadlockNamesEveryThreadWhatItWaitsForAndWhoHoldsIt) {
  // The post between the locks is a boundary, so that the deadlock is executed: T0 has l, T1 has m.
  Explored e = explore("T0: lock l, post s, lock m, unlock m, unlock l\nT1: lock m, post s, lock "
                       "l, unlock l, unlock m\n"
                       "T2: lock q, wait q c, unlock q",
                       Mode::ExitBlock);
  std::vector<std::string> messages;
  for (const FoundFailure &f : e.failures)
    messages.push_back(f.failure.message);
  // l, m and q are mutexes 0, 1 and 2. The two locks' cycle beside T2 that waits; and T2 alone.
  ASSERT_EQ(messages.size(), 2u);
  std::sort(messages.begin(), messages.end());
  EXPECT_EQ(messages[0], "deadlock: T2 waits for a notify of condition 0x0");
  EXPECT_EQ(messages[1],
            "deadlock: main waits for mutex 0x1 held by T1, T1 waits for mutex 0x0 held by main, "
            "T2 waits for a notify of condition 0x0");
}

TEST(Failures, TheFirstLiveThreadIsTheDeadlocksThreadAndThePairsAreItsKey) {
  Explored e = explore("A: lock m, unlock m\nB: sem s", Mode::ExitBlockRw);
  ASSERT_EQ(e.failures.size(), 1u);
  EXPECT_EQ(e.failures[0].failure.kind, FailureKind::Deadlock);
  EXPECT_EQ(e.failures[0].failure.thread, ThreadId(1));
  EXPECT_EQ(e.failures[0].failure.key,
            "deadlock:1/4/0x0"); // thread 1, a semaphore (kind 4), number 0
  EXPECT_EQ(e.failures[0].failure.message, "deadlock: T1 waits for semaphore 0x0");
  EXPECT_EQ(print(e.failures[0].schedule), "x1:0x2");
}

} // namespace
} // namespace xblock::test
