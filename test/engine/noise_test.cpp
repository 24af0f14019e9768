//===- noise_test.cpp - schedules that are disturbed --------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sampled.h"

#include <algorithm>

namespace xblock::test {
namespace {

constexpr uint64_t kSchedules = 40'000;

Sampling noise(NoiseKind kind, uint64_t percent, uint64_t strength = 10) {
  return {.policy = PolicyKind::Noise,
          .noise = {.kind = kind, .percent = percent, .strength = strength}};
}

size_t variable(const Program &program, const char *name) {
  return static_cast<size_t>(std::find(program.variables.begin(), program.variables.end(), name) -
                             program.variables.begin());
}

/// How often r is `value` at the end.
Frequency endsWith(const char *text, const Sampling &how, int32_t value) {
  Program program = parseProgram(text);
  const size_t r = variable(program, "r");
  return frequency(program, sampling(how, kSchedules), [&](ScheduleEnd, ModelWorld &world) {
    return world.state().shared()[r] == value;
  });
}

// T0 begins. What T1 reads is 1 if T0 is left right after its first write, which is its first
// event.
constexpr const char *kBetween = "T0: aw x 1, aw x 2\nT1: ar x L, aw r L";

// Another thread is there, so it runs, unless it is disturbed as it begins, and yields too: p (1 - p).
TEST(Noise, LetsAnotherThreadRunAsOftenAsItIsToYield) {
  for (uint64_t percent : {0, 10, 25, 100}) {
    const double p = static_cast<double>(percent) / 100 * (1 - static_cast<double>(percent) / 100);
    Frequency found = endsWith(kBetween, noise(NoiseKind::Yield, percent), 1);
    EXPECT_EQ(found.of, kSchedules);
    EXPECT_NEAR(found.share(), p, deviation(p, found.of)) << percent;
  }
}

// The same, for at least one block of T1: its read. If T1 sleeps as it begins, it is awake before T0 if it drew less: 45 of 100 pairs.
TEST(Noise, LetsAnotherThreadRunAsOftenAsItIsToSleep) {
  Frequency found = endsWith(kBetween, noise(NoiseKind::Sleep, 20), 1);
  const double p = .2 * (.8 + .2 * .45);
  EXPECT_NEAR(found.share(), p, deviation(p, found.of));
}

// The number that is drawn is below that of T1, which is in the middle: p / 2. What T1 draws as it begins is above a number below the middle in
// three of four cases: p / 2 (1 - p + 3 p / 4).
TEST(Noise, LetsAnotherThreadRunAsOftenAsThePriorityIsLower) {
  Frequency found = endsWith(kBetween, noise(NoiseKind::Priority, 50), 1);
  const double p = .5 / 2 * (.5 + .5 * .75);
  EXPECT_NEAR(found.share(), p, deviation(p, found.of));
}

// Of each kind a third. T1 reads if T0 yields, and T1, as it begins, is not disturbed or draws a priority, which does not make who yields go on;
// if T0 sleeps, and T1 does not, or less (.45), or yields to nobody; if T0 is below T1 (1/2), and T1 is not disturbed, or draws more (3/4).
TEST(Noise, IsOfEachKindAsOftenIfItIsMixed) {
  constexpr double q = .3;
  const double p = q / 3 * ((1 - q + q / 3) + (1 - q + q * 2.45 / 3) + (1 - q + q * .75 / 3) / 2);
  Frequency found = endsWith(kBetween, noise(NoiseKind::Mixed, 30), 1);
  EXPECT_NEAR(found.share(), p, deviation(p, found.of));
}

// T0 sleeps after its first write, or reads 0. T1 writes 1, 2 and 3 meanwhile, and is left at the
// first of these events at which it is disturbed too. With strength 1 both sleep for one block: T0
// is awake. So, if T1 is not disturbed as it begins, which makes T0 go on, r is 1 with p p, 2 with p (1-p) p.
TEST(Noise, EndsASleepAfterABlockOfAnotherThread) {
  constexpr const char *kSleeps = "T0: aw x 1, ar y L, aw r L\nT1: aw y 1, aw y 2, aw y 3, aw y 4";
  const double p = .5;
  for (int32_t r : {1, 2}) {
    const double expected = (1 - p) * (r == 1 ? p * p : p * (1 - p) * p);
    Frequency found = endsWith(kSleeps, noise(NoiseKind::Sleep, 50, 1), r);
    EXPECT_NEAR(found.share(), expected, deviation(expected, found.of)) << r;
  }
  // With strength 3 T0 sleeps for k blocks, of which one is over as T1 draws j: T0 goes on if it is
  // awake (k = 1), or would be no later than T1, k - 1 <= j: all of k = 2, and j = 2 or 3 of k = 3.
  // T1, if it sleeps as it begins, is awake first if it drew less than k: never, 1/3, 2/3.
  const double expected = p * p / 3 * ((1 - p) + (1 - p + p / 3) + (1 - p + p * 2 / 3) * 2 / 3);
  Frequency found = endsWith(kSleeps, noise(NoiseKind::Sleep, 50, 3), 1);
  EXPECT_NEAR(found.share(), expected, deviation(expected, found.of));
}

// Without noise: T0 to its end, then T1, then T2.
TEST(Noise, GoesOnByNumberWhereAThreadEnds) {
  Program program = parseProgram("T0: aw x 1, aw x 2\nT1: aw z 1, aw z 2\nT2: aw y 1, aw y 2");
  std::vector<std::string> all = sampled(program, sampling(noise(NoiseKind::Yield, 0), 1));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].substr(0, 5), "x1:0x");
  EXPECT_LT(all[0].find(".1"), all[0].find(".2"));
}

// At each event the other thread runs, as T1 begins T0. T0 and T1 have three writes each; whether the end of a
// thread is a block of its own is the model's business: the first five blocks alternate so.
TEST(Noise, AlternatesIfItYieldsAlways) {
  Program program = parseProgram("T0: aw x 1, aw x 2, aw x 3\nT1: aw y 1, aw y 2, aw y 3");
  for (uint64_t strength : {1, 10}) {
    std::vector<std::string> all =
        sampled(program, sampling(noise(NoiseKind::Yield, 100, strength), 3));
    for (const std::string &schedule : all)
      EXPECT_EQ(schedule.substr(0, 12), "x1:0x2.1.0.1") << schedule;
  }
}

// Alone there is nobody to yield to, nor who could go on while it sleeps.
TEST(Noise, IsOfNoEffectOnAThreadThatIsAlone) {
  for (NoiseKind kind :
       {NoiseKind::Sleep, NoiseKind::Yield, NoiseKind::Priority, NoiseKind::Mixed}) {
    Explored found =
        explore(parseProgram("T0: aw x 1, aw x 2, aw x 3"), sampling(noise(kind, 100), 100));
    EXPECT_EQ(found.schedules, 100u);
    EXPECT_EQ(found.sampled->distinct, 1u);
    EXPECT_TRUE(found.failures.empty());
  }
}

// T0 waits for T1, which sleeps whenever it can: it goes on since nobody else does, to its end.
TEST(Noise, DoesNotKeepAllThreadsAsleep) {
  Program program = parseProgram("T0: start T1, start T2, join T1, join T2\nT1: aw x 1, aw x "
                                 "2\nT2: lock m, w y 1, unlock m, aw x 3\nstart: T0");
  Explored found = explore(program, sampling(noise(NoiseKind::Sleep, 100, 1000), 1000));
  EXPECT_EQ(found.schedules, 1000u);
  EXPECT_TRUE(found.failures.empty());
  EXPECT_GT(found.sampled->distinct, 1u);
}

// Without noise a thread runs until it cannot: one schedule.
TEST(Noise, OfNoEventIsOneSchedule) {
  Program program = parseProgram(
      "T0: lock m, w x 1, unlock m, lock m, w x 2, unlock m\nT1: lock m, w x 3, unlock m");
  Explored found = explore(program, sampling(noise(NoiseKind::Mixed, 0), 100));
  EXPECT_EQ(found.sampled->distinct, 1u);
}

} // namespace
} // namespace xblock::test
