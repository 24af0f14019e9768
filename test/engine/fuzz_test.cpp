//===- fuzz_test.cpp - random programs against brute force --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "support/brute_force.h"
#include "support/random_program.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace xblock::test {
namespace {

struct Tally {
  int programs = 0, deadlocking = 0, missed = 0, impossible = 0, deadlocksMissed = 0, falseDeadlocks = 0;
};

/// Programs with more schedules than 20,000, or too many states, are passed over.
Tally fuzz(Mode mode, uint64_t seed, int count, Flavour flavour) {
  std::mt19937_64 rng(seed);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    std::string text = randomProgramText(rng, flavour);
    Program program = parseProgram(text);
    auto truth = bruteForce(program);
    if (!truth)
      continue;
    Explored e = explore(program, {.mode = mode, .keepGoing = true, .maxSchedules = 20'000});
    if (e.scheduleLimit)
      continue;
    ++tally.programs;
    tally.deadlocking += truth->deadlock;
    bool deadlock = e.failed(FailureKind::Deadlock) > 0;
    bool missed = !std::includes(e.finals.begin(), e.finals.end(), truth->finals.begin(), truth->finals.end());
    bool impossible = !std::includes(truth->finals.begin(), truth->finals.end(), e.finals.begin(), e.finals.end());
    tally.missed += missed;
    tally.impossible += impossible;
    tally.deadlocksMissed += truth->deadlock && !deadlock;
    tally.falseDeadlocks += deadlock && !truth->deadlock;
    EXPECT_FALSE(impossible) << text;
  }
  return tally;
}

TEST(Fuzz, ExitBlockMissesNoFinalStateAndReportsNoFalseDeadlock) {
  Tally tally = fuzz(Mode::ExitBlock, 1, 3000, {});
  EXPECT_GT(tally.programs, 2900);
  EXPECT_GT(tally.deadlocking, 500);
  EXPECT_EQ(tally.missed, 0);
  EXPECT_EQ(tally.falseDeadlocks, 0);
}

// It is known to miss final states and deadlocks of programs with nested locks or condition variables.
TEST(Fuzz, ExitBlockRwReportsNoFalseDeadlock) {
  Tally tally = fuzz(Mode::ExitBlockRw, 2, 3000, {});
  EXPECT_GT(tally.programs, 2900);
  EXPECT_EQ(tally.falseDeadlocks, 0);
}

} // namespace
} // namespace xblock::test
