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

// T0 begins, unless it is disturbed before its first block, as who created T1. What T1 reads is 1 if T0 is left right after its first
// write, which is an event.
constexpr const char *kBetween = "T0: aw x 1, aw x 2\nT1: ar x L, aw r L";

// Undisturbed T0 writes; then T1 is there, so it runs, unless it is disturbed as it begins, and yields too: p (1 - p). If T0 yields at once, T1 reads
// 0, but where it yields as it begins: then T0 writes, and yields to a thread that has begun.
TEST(Noise, LetsAnotherThreadRunAsOftenAsItIsToYield) {
  for (uint64_t percent : {0, 10, 25, 100}) {
    const double p = static_cast<double>(percent) / 100;
    const double expected = (1 - p) * p * (1 - p) + p * p * p;
    Frequency found = endsWith(kBetween, noise(NoiseKind::Yield, percent), 1);
    EXPECT_EQ(found.of, kSchedules);
    EXPECT_NEAR(found.share(), expected, deviation(expected, found.of)) << percent;
  }
}

// The same, for at least one block of T1: its read. If T1 sleeps as it begins, it is awake before T0 if it drew less: 45 of 100 pairs. If T0 sleeps
// at once, and T1 as it begins not for less, T0 writes; T1 then sleeps for one block less, and reads if T0 sleeps again, and for longer than
// that: of k1 blocks, which k1 of 100 pairs have, (11 - k1) / 10.
TEST(Noise, LetsAnotherThreadRunAsOftenAsItIsToSleep) {
  Frequency found = endsWith(kBetween, noise(NoiseKind::Sleep, 20), 1);
  constexpr double p = .2;
  double longer = 0;
  for (int k1 = 1; k1 <= 10; ++k1)
    longer += k1 / 100. * (11 - k1) / 10.;
  const double expected = (1 - p) * p * (1 - p + p * .45) + p * p * p * longer;
  EXPECT_NEAR(found.share(), expected, deviation(expected, found.of));
}

// The number that is drawn is below that of T1, which is in the middle: p / 2. What T1 draws as it begins is above a number below the middle in
// three of four cases: q = p / 2 (1 - p + 3 p / 4). The same if T0 draws one above the middle at once. If it draws one below, and T1 as it begins a
// lower one (1/4), T0 writes, and draws one below that, of which the mean is 1/6.
TEST(Noise, LetsAnotherThreadRunAsOftenAsThePriorityIsLower) {
  Frequency found = endsWith(kBetween, noise(NoiseKind::Priority, 50), 1);
  constexpr double p = .5, q = p / 2 * (1 - p + p * .75);
  const double expected = (1 - p + p / 2) * q + p / 2 * p / 4 * p / 6;
  EXPECT_NEAR(found.share(), expected, deviation(expected, found.of));
}

// Of each kind a third, s; none has n. First for T0 undisturbed before its first block. T1 reads if T0 yields, and T1, as it begins, is not disturbed or
// draws a priority, which does not make who yields go on; if T0 sleeps, and T1 does not, or less (.45), or yields to nobody; if T0 is below T1 (1/2),
// and T1 is not disturbed, or draws more (3/4). The same if T0 drew a priority above the middle at once. Else T0 writes only where T1 is disturbed as it
// begins, and then T1 reads
//   if T0 yielded, and T1 too: as T0 yields, sleeps, or is below T1 (1/2);
//   if T0 yielded, and T1 sleeps for k1: as T0 sleeps for longer than T1 still does (mean .55), and where k1 is 1 also as T0 yields, or is below T1;
//   if T0 slept, and T1 not for less: the same, of the pairs above (.22; k1 is 1 in 1 of 100);
//   if T0 drew one below the middle, and T1 yields: unless T0 draws one above it; and T1 sleeps: as above, and where k1 is 1 also if nothing
//   comes; and T1 draws one below that: as T0 yields, sleeps, or draws one below that (1/6).
TEST(Noise, IsOfEachKindAsOftenIfItIsMixed) {
  constexpr double s = .1, n = 1 - 3 * s;
  constexpr double q = s * ((n + 2 * s) - s + (n + 2 * s) + s * .45 + (n + s * .75) / 2);
  constexpr double yields = s * (s * 2.5 * s + s * (s * .55 + .1 * 1.5 * s));
  constexpr double sleeps = s * s * (s * .22 + .01 * 1.5 * s);
  constexpr double below = s / 2 * (s * (n + 2.5 * s) + s * (s * .55 + .1 * (n + 1.5 * s)) + s / 4 * s * (2 + 1. / 6));
  const double expected = (n + s / 2) * q + yields + sleeps + below;
  Frequency found = endsWith(kBetween, noise(NoiseKind::Mixed, 30), 1);
  EXPECT_NEAR(found.share(), expected, deviation(expected, found.of));
}

constexpr const char *kSleeps = "T0: aw x 1, ar y L, aw r L\nT1: aw y 1, aw y 2, aw y 3, aw y 4";

/// Of kSleeps the probability that T0 reads `value`, by all draws: the rules of sleeping threads once more.
struct Sleeping {
  double p;
  int strength, value;

  struct State {
    int position[2] = {0, 0}, asleep[2] = {0, 0};
    bool begun[2] = {true, false};
    int last = 0;
  };
  static int choose(State &s) {
    s.asleep[s.asleep[1] < s.asleep[0] ? 1 : 0] = 0;
    return s.asleep[s.last] == 0 ? s.last : 1 - s.last;
  }
  /// t has noise with p, and then sleeps for 1 to strength blocks; `next` is told how.
  template <typename Next> double disturbed(const State &s, int t, Next next) const {
    double all = (1 - p) * next(s, false);
    for (int k = 1; k <= strength; ++k) {
      State sleeps = s;
      sleeps.asleep[t] = k;
      all += p / strength * next(sleeps, true);
    }
    return all;
  }
  double run(State s, int t) const {
    if (t == 0 && s.position[0] == 1)
      return s.position[1] == value;
    if (s.position[1] > value)
      return 0;
    ++s.position[t];
    s.asleep[1 - t] -= s.asleep[1 - t] > 0;
    s.asleep[t] = 0;
    s.last = t;
    return event(s);
  }
  double event(const State &before) const {
    return disturbed(before, before.last, [&](State s, bool) {
      int t = choose(s);
      if (s.begun[t])
        return run(s, t);
      s.begun[t] = true;
      return disturbed(s, t, [&](State again, bool sleeps) { return run(again, sleeps ? choose(again) : t); });
    });
  }
};

// T0 sleeps after its first write, or before it, or reads 0. T1 writes 1, 2 and 3 meanwhile, and is left at the first of these events at which it is
// disturbed too, if T0 is awake by then, or would be no later.
TEST(Noise, EndsASleepAfterABlockOfAnotherThread) {
  for (uint64_t strength : {1, 3})
    for (int32_t r : {1, 2}) {
      const double expected = Sleeping{.5, static_cast<int>(strength), r}.event({});
      Frequency found = endsWith(kSleeps, noise(NoiseKind::Sleep, 50, strength), r);
      EXPECT_NEAR(found.share(), expected, deviation(expected, found.of)) << strength << ' ' << r;
    }
}

// Without noise: T0 to its end, then T1, then T2.
TEST(Noise, GoesOnByNumberWhereAThreadEnds) {
  Program program = parseProgram("T0: aw x 1, aw x 2\nT1: aw z 1, aw z 2\nT2: aw y 1, aw y 2");
  std::vector<std::string> all = sampled(program, sampling(noise(NoiseKind::Yield, 0), 1));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].substr(0, 5), "x1:0x");
  EXPECT_LT(all[0].find(".1"), all[0].find(".2"));
}

// At each event the other thread runs: before the first block T1, but as T1 begins T0. T0 and T1 have three writes each; whether the end of a
// thread is a block of its own is the model's business: the first five blocks alternate so.
TEST(Noise, AlternatesIfItYieldsAlways) {
  Program program = parseProgram("T0: aw x 1, aw x 2, aw x 3\nT1: aw y 1, aw y 2, aw y 3");
  for (uint64_t strength : {1, 10}) {
    std::vector<std::string> all =
        sampled(program, sampling(noise(NoiseKind::Yield, 100, strength), 3));
    for (const std::string &schedule : all)
      EXPECT_EQ(schedule.substr(0, 12), "x1:0.1.0.1.0") << schedule;
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

// The first thread that is created can be ahead of all that its creator does next: it never was, with no noise at all.
TEST(Noise, LetsTheFirstThreadCreatedGoAhead) {
  for (NoiseKind kind : {NoiseKind::Sleep, NoiseKind::Yield, NoiseKind::Priority, NoiseKind::Mixed})
    EXPECT_GT(endsWith("T0: aw x 1\nT1: ar x L, aw r L", noise(kind, 30), 0).share(), 0) << static_cast<int>(kind);
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
