//===- primitives_test.cpp - what try-locks, timed waits, rwlocks and barriers need of a search -------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "support/brute_force.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

void isExact(const char *text, size_t finals, bool deadlock) {
  auto truth = bruteForce(parseProgram(text));
  ASSERT_TRUE(truth);
  ASSERT_EQ(truth->finals.size(), finals);
  ASSERT_EQ(truth->deadlock, deadlock);
  for (Mode mode : {Mode::Sleep, Mode::Dpor}) {
    Explored e = explore(text, mode);
    EXPECT_EQ(e.finals, truth->finals) << name(mode);
    EXPECT_EQ(e.failed(FailureKind::Deadlock) > 0, deadlock) << name(mode);
  }
}

// T1's region is one block, inside which T0's try fails only once it is known that m is try-locked.
constexpr const char *kTry = "T0: try m k, aw x k+1, unless k 1 1, unlock m\nT1: lock m, unlock m";

TEST(Primitives, ATryLockFailsInsideARegionOfAnother) {
  isExact(kTry, 2, false); // x is 1 or 2
  EXPECT_EQ(explore(kTry, Mode::Dpor).rounds, 2u);
}

TEST(Primitives, FailuresNameTheLocksThatAreTryLocked) {
  Explored e = explore("T0: try m k, unless k 1 1, unlock m, aw x k, check x 1\nT1: lock m, unlock m", Mode::Dpor);
  ASSERT_EQ(e.failures.size(), 1u);
  EXPECT_EQ(e.failures[0].failure.kind, FailureKind::Assertion);
  EXPECT_EQ(e.failures[0].boundaries.locks,
            (std::vector<Resource>{{ResourceKind::Mutex, 0}}));
}

// T0 expires, T1 sets v and notifies nobody, T0 takes m again and sees v: it timed out though what it
// waited for is true. If expiring and taking m were one block, that would be missed. 3: notified;
// expired before T1's region and took m before it (0, 1) or after it (1, 1).
TEST(Primitives, AThreadThatTimedOutMaySeeWhatItWaitedFor) {
  isExact("T0: lock m, twait m c e, r v b, w x e, w y b, unlock m\nT1: lock m, w v 1, notify c, unlock m",
          3, false);
}

// The first schedule has T1 notified in time, by T2; it never expires if nothing tells that its going on
// depends on the notify. (A miss of the fuzz.)
TEST(Primitives, AThreadThatWasNotifiedInTimeCouldHaveTimedOut) {
  isExact("T0: lock l, wait l c, notify c, unlock l\n"
          "T1: lock l, notifyall c, twait l c e, unlock l, lock l, w v e+1, unlock l",
          2, true);
}

// T0 and T1 wait on c with m, holding q too or not: T0, woken, needs m, which T1 holds as it wants q.
TEST(Primitives, AWokenThreadThatNeedsItsMutexUnderAnotherLockCanDeadlock) {
  isExact("T0: lock m, lock q, wait m c, unlock q, unlock m\nT1: lock m, lock q, unlock q, unlock m\n"
          "T2: notify c",
          1, true);
}

TEST(Primitives, ReadersOfOneLockCommuteAndAWriterDoesNot) {
  constexpr const char *kReaders = "T0: rdlock R, r x a, rwunlock R\nT1: rdlock R, r x a, rwunlock R\n"
                                   "T2: rdlock R, r x a, rwunlock R";
  EXPECT_EQ(explore(kReaders, Mode::Dpor).schedules, 1u);
  // Each of two readers before or after the writer: 2^2.
  EXPECT_EQ(explore("T0: rdlock R, r x a, rwunlock R\nT1: rdlock R, r x a, rwunlock R\n"
                    "T2: wrlock R, w x 1, rwunlock R",
                    Mode::Dpor)
                .schedules,
            4u);
}

TEST(Primitives, AReaderThatNestsAMutexAndAWriterTheOtherWayRoundDeadlock) {
  isExact("T0: rdlock R, lock m, unlock m, rwunlock R\nT1: lock m, wrlock R, rwunlock R, unlock m", 1,
          true);
  isExact("T0: rdlock R, lock m, unlock m, rwunlock R\nT1: lock m, rdlock R, rwunlock R, unlock m", 1,
          false);
}

TEST(Primitives, ABarrierLetsAllGoOnWhenTheLastHasCome) {
  isExact("T0: w x 1, bar b 2, r y a, w z a\nT1: w y 1, bar b 2, r x a, w u a", 1, false);
  isExact("T0: lock m, bar b 2, unlock m\nT1: lock m, bar b 2, unlock m", 0, true);
}

} // namespace
} // namespace xblock::test
