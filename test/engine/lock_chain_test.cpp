//===- lock_chain_test.cpp - possible deadlocks, as in the paper's figures ----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Paper 001, section 6.1. Threads 0 and 1 here are the paper's 1 and 2; locks a and b are mutexes 0
// and 1.
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "support/brute_force.h"
#include "support/random_program.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

constexpr const char *kFigure8 =
    "T1: lock a, lock b, unlock b, unlock a\nT2: lock b, lock a, unlock a, unlock b";
constexpr const char *kFigure10 = "T1: lock a, lock b, unlock b, unlock a\nT2: lock a, unlock a, "
                                  "lock b, lock a, unlock a, unlock b";

Resource mutex(uint64_t number) { return {ResourceKind::Mutex, number}; }

uint64_t shown(const Explored &e) {
  uint64_t count = 0;
  for (const PossibleDeadlock &p : e.possibleDeadlocks)
    count += p.count;
  return count;
}

// The two large X: after T1's first block T2 fails to take a inside b; T1 holds a and left b last,
// which the attempt holds. The other way round after T2's first block.
TEST(LockChain, Figure9HasTwoAndTheyAreOneDeadlock) {
  Explored e = explore(kFigure8, Mode::ExitBlockDd);
  EXPECT_EQ(e.schedules, 4u);
  EXPECT_EQ(shown(e), 2u);
  ASSERT_EQ(e.possibleDeadlocks.size(), 1u);
  const PossibleDeadlock &p = e.possibleDeadlocks[0];
  EXPECT_EQ(p.chain.threads, (std::vector{ThreadId(1), ThreadId(0)}));
  EXPECT_EQ(p.chain.locks, (std::vector{mutex(0), mutex(1)}));
  EXPECT_EQ(print(p.schedule), "x1:0");
  EXPECT_EQ(p.foundAt, 2u);
  EXPECT_TRUE(e.failures.empty());
}

TEST(LockChain, Figure9UnderRwHasTheFirstOfThem) {
  Explored e = explore(kFigure8, Mode::ExitBlockRwDd);
  EXPECT_EQ(e.schedules, 3u);
  EXPECT_EQ(shown(e), 1u);
}

// "The potential deadlock is detected in two different places", and under RW the branches that detect
// it are pruned.
TEST(LockChain, Figure11HasTwoAndUnderRwNone) {
  Explored plain = explore(kFigure10, Mode::ExitBlockDd);
  EXPECT_EQ(plain.schedules, 6u);
  EXPECT_EQ(plain.aborted, 3u);
  EXPECT_EQ(shown(plain), 2u);
  EXPECT_EQ(plain.possibleDeadlocks.size(), 1u);
  Explored rw = explore(kFigure10, Mode::ExitBlockRwDd);
  EXPECT_EQ(rw.schedules, 3u);
  EXPECT_EQ(rw.aborted, 1u);
  EXPECT_EQ(shown(rw), 0u);
}

TEST(LockChain, ThreePhilosophersMakeAChainOfThree) {
  Explored e = explore("T0: lock a, lock b, unlock b, unlock a\nT1: lock b, lock c, unlock c, unlock "
                       "b\nT2: lock c, lock a, unlock a, unlock c",
                       Mode::ExitBlockDd);
  ASSERT_EQ(e.possibleDeadlocks.size(), 1u);
  EXPECT_EQ(e.possibleDeadlocks[0].chain.threads.size(), 3u);
  EXPECT_EQ(e.possibleDeadlocks[0].chain.locks.size(), 3u);
}

// A gate lock around both: one thread at a time is in there, and nobody is blocked inside it.
TEST(LockChain, AGateLockLeavesNoChain) {
  for (Mode mode : {Mode::ExitBlockDd, Mode::ExitBlockRwDd})
    EXPECT_TRUE(explore("T0: lock g, lock a, lock b, unlock b, unlock a, unlock g\nT1: lock g, lock "
                        "b, lock a, unlock a, unlock b, unlock g",
                        mode)
                    .possibleDeadlocks.empty());
}

// Locks nested in the usual way: of 3,000 programs none is said to deadlock that cannot.
TEST(LockChain, PredictsNoFalseDeadlock) {
  std::mt19937_64 rng(14);
  int programs = 0, predicted = 0, wrong = 0;
  for (int i = 0; i < 3000; ++i) {
    Program program = parseProgram(randomProgramText(rng, {}));
    auto truth = bruteForce(program);
    Explored e = explore(
        program, {.mode = Mode::ExitBlockDd, .keepGoing = true, .maxSchedules = 20'000});
    if (!truth || e.scheduleLimit)
      continue;
    ++programs;
    predicted += !e.possibleDeadlocks.empty();
    wrong += !e.possibleDeadlocks.empty() && !truth->deadlock;
  }
  EXPECT_GT(programs, 2900);
  EXPECT_GT(predicted, 100);
  EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace xblock::test
