//===- sampling_test.cpp - schedules by chance --------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "fuzz.h"
#include "sampled.h"

#include "engine/random_numbers.h"
#include "support/brute_force.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace xblock::test {
namespace {

/// That come to every order with some probability that is not too small.
constexpr PolicyKind kPolicies[] = {PolicyKind::Random, PolicyKind::Pct, PolicyKind::Pos, PolicyKind::Surw};
constexpr PolicyKind kAllPolicies[] = {PolicyKind::Random, PolicyKind::Pct, PolicyKind::Pos, PolicyKind::Surw, PolicyKind::Noise};

bool includes(const std::set<std::vector<int32_t>> &all, const std::set<std::vector<int32_t>> &some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// 18 kinds of programs, 60 of each, 40 schedules of each policy. XBLOCK_FUZZ multiplies the number of programs.
TEST(Sampling, FindsNothingThatBruteForceDoesNot) {
  const char *times = std::getenv("XBLOCK_FUZZ");
  const int kPrograms = 60 * (times ? std::atoi(times) : 1);
  constexpr uint64_t kSchedules = 40;
  int programs = 0, deadlocks = 0;
  for (const Kind &kind : kinds()) {
    std::mt19937_64 rng(7);
    for (int i = 0; i < kPrograms; ++i) {
      std::string text = randomProgramText(rng, kind.flavour);
      Program program = parseProgram(text);
      auto truth = bruteForce(program);
      if (!truth)
        continue;
      ++programs;
      for (PolicyKind policy : kAllPolicies) {
        Explored e = explore(program, sampling({.policy = policy, .seed = static_cast<uint64_t>(i)}, kSchedules));
        EXPECT_TRUE(includes(truth->finals, e.finals)) << kind.name << ", " << name(policy) << ":\n" << text;
        EXPECT_TRUE(truth->deadlock || !e.failed(FailureKind::Deadlock)) << kind.name << ", " << name(policy) << ":\n" << text;
        EXPECT_TRUE(truth->failure || !e.failed(FailureKind::Assertion)) << kind.name << ", " << name(policy) << ":\n" << text;
        EXPECT_EQ(e.schedules, kSchedules);
        EXPECT_LE(e.sampled->classes, e.sampled->distinct);
        deadlocks += e.failed(FailureKind::Deadlock) > 0;
      }
    }
  }
  EXPECT_GT(programs, 1000); // of 1,080
  EXPECT_GT(deadlocks, programs / 5);
}

// Of those with at most 8 schedules for dpor. A class whose schedules have 1/300 of the probability together is missed by 3,000 with
// e^-10; the seeds are fixed. Where dpor runs one schedule for each class, as many classes are seen.
TEST(Sampling, FindsAllOfTinyProgramsWithEnoughSchedules) {
  constexpr int kPrograms = 15;
  constexpr uint64_t kSchedules = 3000, kFew = 8;
  int programs = 0, counted = 0;
  for (const Kind &kind : kinds()) {
    std::mt19937_64 rng(11);
    for (int i = 0; i < kPrograms; ++i) {
      std::string text = randomProgramText(rng, kind.flavour);
      Program program = parseProgram(text);
      auto truth = bruteForce(program);
      Explored all = explore(program, {.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = kFew});
      if (!truth || all.scheduleLimit)
        continue;
      ++programs;
      for (PolicyKind policy : {PolicyKind::Random, PolicyKind::Pos}) {
        Explored e = explore(program, sampling({.policy = policy}, kSchedules));
        bool failed = e.failed(FailureKind::Assertion) > 0;
        // As in fuzz.cpp: what would come behind a failure is not seen.
        EXPECT_TRUE(failed || e.finals == truth->finals) << kind.name << ", " << name(policy) << ":\n" << text;
        EXPECT_TRUE(failed || truth->deadlock == (e.failed(FailureKind::Deadlock) > 0)) << kind.name << ", " << name(policy) << ":\n" << text;
        EXPECT_EQ(truth->failure, failed) << kind.name << ", " << name(policy) << ":\n" << text;
        if (all.rounds > 1 || e.rounds > 1 || all.redundant || failed)
          continue;
        ++counted;
        EXPECT_EQ(e.sampled->classes, all.schedules) << kind.name << ", " << name(policy) << ":\n" << text;
      }
    }
  }
  EXPECT_GT(programs, 75);
  EXPECT_GT(counted, 75);
}

constexpr const char *kThreeOfThree = "T0: lock m, r x L, unlock m, lock m, w x L+1, unlock m, lock n, unlock n\n"
                                      "T1: lock m, r x L, unlock m, lock m, w x L+1, unlock m, lock n, unlock n\n"
                                      "T2: lock m, r x L, unlock m, lock m, w x L+1, unlock m, lock n, unlock n";

TEST(Sampling, OfTheSameSeedIsTheSame) {
  for (PolicyKind policy : kAllPolicies) {
    Program program = parseProgram(kThreeOfThree);
    auto first = sampled(program, sampling({.policy = policy, .seed = 5}, 50));
    EXPECT_EQ(first.size(), 50u);
    EXPECT_EQ(first, sampled(program, sampling({.policy = policy, .seed = 5}, 50))) << name(policy);
    EXPECT_NE(first, sampled(program, sampling({.policy = policy, .seed = 6}, 50))) << name(policy);
  }
}

// Each of the 3 * 4 blocks, ends of threads included, in one line. For pct the length is given, which else is learned; what surw learns is more.
TEST(Sampling, RunsAnyOneScheduleOfASeedAlone) {
  constexpr uint64_t kBlocks = 12;
  for (PolicyKind policy : {PolicyKind::Random, PolicyKind::Pct, PolicyKind::Pos, PolicyKind::Noise}) {
    Program program = parseProgram(kThreeOfThree);
    SearchResult result;
    auto all = sampled(program, sampling({.policy = policy, .seed = 3, .length = kBlocks}, 40), &result);
    ASSERT_EQ(result.rounds, 1u);
    ASSERT_EQ(result.blocks, 40 * kBlocks);
    for (uint64_t k = 1; k <= all.size(); ++k) {
      auto one = sampled(program, sampling({.policy = policy, .seed = 3, .first = k, .length = kBlocks}, 1));
      ASSERT_EQ(one.size(), 1u);
      EXPECT_EQ(one.front(), all[k - 1]) << name(policy) << ", schedule " << k;
    }
  }
}

TEST(Sampling, EndsAtTheFirstFailureUnlessToldToGoOn) {
  Program program = parseProgram("T0: lock a, lock b, unlock b, unlock a\n"
                                 "T1: lock b, lock a, unlock a, unlock b");
  for (PolicyKind policy : kAllPolicies) {
    SearchOptions options = sampling({.policy = policy}, 1000);
    Explored all = explore(program, options);
    EXPECT_EQ(all.schedules, 1000u);
    EXPECT_TRUE(all.scheduleLimit);
    options.keepGoing = false;
    Explored first = explore(program, options);
    ASSERT_EQ(first.failures.size(), 1u) << name(policy);
    EXPECT_EQ(first.failures[0].foundAt, first.schedules);
    EXPECT_EQ(first.failures[0].foundAt, all.failures[0].foundAt);
    EXPECT_TRUE(first.stoppedAtFailure);
    EXPECT_FALSE(first.scheduleLimit);
    EXPECT_EQ(first.rounds, 2u); // at first the two locks of a thread are one block
  }
}

// Two threads of two blocks each, the region and the end: 4! / (2 * 2) = 6 orders. What differs is which region comes first, or
// nothing.
TEST(Sampling, CountsDistinctSchedulesAndClassesOfThem) {
  for (PolicyKind policy : kPolicies) {
    Explored conflict = explore(parseProgram("T0: lock m, w x 1, unlock m\nT1: lock m, w x 2, unlock m"), sampling({.policy = policy}, 1000));
    EXPECT_EQ(conflict.sampled->distinct, 6u) << name(policy);
    EXPECT_EQ(conflict.sampled->classes, 2u) << name(policy);
    Explored none = explore(parseProgram("T0: lock m, w x 1, unlock m\nT1: lock m, w y 2, unlock m"), sampling({.policy = policy}, 1000));
    EXPECT_EQ(none.sampled->distinct, 6u) << name(policy);
    EXPECT_EQ(none.sampled->classes, 1u) << name(policy);
  }
}

std::string repeated(const std::string &text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i)
    all += text;
  return all;
}

// T1 is to read between two writes that follow each other: depth 2. With pct that takes T0 to come first (1/2) and to fall right
// after the first write (1/k): 1/(2k), as much as the bound for n = 2. A random walk needs T1 to be left out 11 times and then not:
// 2^-12.
TEST(Pct, FindsWhatTakesTwoOrdersAsOftenAsItPromises) {
  Program program = parseProgram("T0: " + repeated("aw a 1, ", 10) + "aw f 1, aw f 0" + repeated(", aw a 1", 10) + "\nT1: ar f L, aw r L");
  const auto r = static_cast<size_t>(std::find(program.variables.begin(), program.variables.end(), "r") - program.variables.begin());
  auto finds = [&](ScheduleEnd, ModelWorld &world) { return world.state().shared()[r] == 1; };
  constexpr uint64_t kSchedules = 40'000;
  Explored one = explore(program, sampling({.policy = PolicyKind::Random}, 1));
  const double k = static_cast<double>(one.blocks), bound = 1 / (2 * k);
  ASSERT_GE(k, 24); // one for each access, and perhaps one for the end of a thread
  Frequency pct = frequency(program, sampling({.policy = PolicyKind::Pct, .depth = 2}, kSchedules), finds);
  EXPECT_GE(pct.share(), bound - deviation(bound, pct.of));
  EXPECT_LE(pct.share(), bound + deviation(bound, pct.of));
  Frequency random = frequency(program, sampling({.policy = PolicyKind::Random}, kSchedules), finds);
  EXPECT_NEAR(random.share(), 1.0 / 4096, deviation(1.0 / 4096, random.of));
}

/// ConcJ's measure of a random scheduler: threads that take two locks in opposite orders, after so many switch points each. Where ConcJ
/// has a point a block ends: at the start of a thread and each delay (a read of its own), and right before the second lock, once
/// it is known that the locks lie on a circle.
Program testAB(int delay1, int delay2) {
  return parseProgram("T0: start T1, start T2, join T1, join T2\n"
                      "T1: " + repeated("ar p L, ", delay1 + 1) + "lock a, lock b, unlock b, unlock a\n"
                      "T2: " + repeated("ar q L, ", delay2 + 1) + "lock b, lock a, unlock a, unlock b\n"
                      "start: T0");
}

// Exact, from the chain of states in which each thread that can go on is as likely: main has started T2 or not, T1 and T2 have come
// so far.
TEST(RandomPolicy, DeadlocksTestABAsOftenAsTheChainOfStatesSays) {
  struct Row {
    int delay1, delay2;
    double p;
  };
  constexpr Row kRows[] = {{0, 0, .3125}, {1, 1, .2734375}, {5, 5, .196380615}, {0, 1, .234375}, {0, 5, .0439453125}, {10, 0, .013885498}};
  constexpr uint64_t kSchedules = 100'000;
  for (const Row &row : kRows) {
    Frequency found = frequency(testAB(row.delay1, row.delay2), sampling({.policy = PolicyKind::Random}, kSchedules),
                                [](ScheduleEnd how, ModelWorld &) { return how == ScheduleEnd::Failed; });
    EXPECT_GT(found.of, kSchedules * 99 / 100); // but for those from before it was known
    EXPECT_NEAR(found.share(), row.p, deviation(row.p, found.of)) << "testAB(" << row.delay1 << ", " << row.delay2 << ")";
  }
}

// The numbers of a seed and a schedule are the same on every platform: the published ones of SplitMix64 for the state 1234567.
TEST(RandomNumbers, AreThoseOfSplitMix64) {
  uint64_t state = 1234567;
  constexpr uint64_t kPublished[] = {6457827717110365317ull, 3203168211198807973ull, 9817491932198370423ull};
  for (uint64_t expected : kPublished)
    EXPECT_EQ(scramble(state += kGolden), expected);
  EXPECT_NE(RandomNumbers(1, 2).next(), RandomNumbers(2, 1).next());
}

TEST(RandomNumbers, BelowNAreAsLikelyEach) {
  RandomNumbers random(1, 1);
  constexpr uint64_t kN = 3, kDraws = 30'000;
  uint64_t counts[kN] = {};
  for (uint64_t i = 0; i < kDraws; ++i)
    ++counts[random.below(kN)];
  for (uint64_t count : counts)
    EXPECT_NEAR(static_cast<double>(count) / kDraws, 1.0 / kN, deviation(1.0 / kN, kDraws));
}

} // namespace
} // namespace xblock::test
