//===- branches_test.cpp - what was read decides which lock is taken ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "support/brute_force.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

// T0 keeps a until T1 posts. T1 takes a only while v is 0, and would then wait for T0 for ever; T2
// sets v once T0 has a. So T1 deadlocks, or sees v = 1 and goes past a, though a was never free since
// its attempt.
constexpr const char *kGoesPast =
    "T0: lock a, post t, sem s, unlock a\n"
    "T1: lock b, r v k, unless k 0 2, lock a, unlock a, w x k, unlock b, post s\n"
    "T2: sem t, lock b, w v 1, unlock b";

// x is 0 if T1 was before T0 or, not counted, in the deadlock; else 1. A thread that is only tried
// again once its lock is free ends in a second deadlock, where v is 1.
TEST(Branches, ABlockedThreadIsTriedAgainWhenWhatItReadChanges) {
  auto truth = bruteForce(parseProgram(kGoesPast));
  ASSERT_EQ(truth->finals.size(), 2u);
  EXPECT_TRUE(truth->deadlock);
  for (Mode mode : {Mode::Sleep, Mode::Dpor}) {
    Explored e = explore(kGoesPast, mode);
    EXPECT_EQ(e.finals, truth->finals) << name(mode);
    EXPECT_EQ(e.failed(FailureKind::Deadlock), 1u) << name(mode);
  }
}

// As published: the verdict's note says so.
TEST(Branches, PublishedModesWaitForTheLockOnly) {
  EXPECT_EQ(explore(kGoesPast, Mode::ExitBlock).finals.size(), 1u);
  EXPECT_EQ(explore(kGoesPast, Mode::ExitBlockRw).finals.size(), 0u);
}

} // namespace
} // namespace xblock::test
