//===- turning_test.cpp - fewest switches and turning points, against all orders of blocks --------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_checks.h"
#include "engine/shortest.h"
#include "engine/turning_point.h"
#include "explore.h"
#include "support/all_schedules.h"
#include "support/brute_force.h"
#include "support/random_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace xblock::test {
namespace {

constexpr uint64_t kMost = 200'000; // blocks, of the oracle

int times() {
  const char *text = std::getenv("XBLOCK_FUZZ");
  return text ? std::max(1, std::atoi(text)) : 1;
}

struct Told {
  int failures = 0, shorter = 0, turns = 0, always = 0, open = 0;
};

uint64_t switchesWith(const Schedule &schedule, ThreadId next) {
  return switchesOf(schedule) + (!schedule.empty() && schedule.back().thread != next);
}

/// The fewest switches of a schedule that fails with this key. Nothing if there are too many schedules.
std::optional<uint64_t> fewestByForce(World &world, const std::string &key) {
  AllSchedules all(world, kMost);
  std::optional<uint64_t> best;
  all.wanted = [&](const Schedule &schedule, ThreadId next) { return !best || switchesWith(schedule, next) < *best; };
  all.find({}, [&](const Schedule &schedule, const std::optional<Failure> &failure) {
    if (failure && failure->key == key && (!best || switchesOf(schedule) < *best))
      best = switchesOf(schedule);
    return false;
  });
  return all.isTooLong() ? std::nullopt : best;
}

/// Whether a schedule that begins so does not fail.
std::optional<bool> avoidable(World &world, const Schedule &schedule, size_t prefix) {
  AllSchedules all(world, kMost);
  bool found = all.find({schedule.begin(), schedule.begin() + static_cast<std::ptrdiff_t>(prefix)},
                        [&](const Schedule &, const std::optional<Failure> &failure) { return !failure; });
  return all.isTooLong() ? std::nullopt : std::optional(found);
}

/// How a schedule ends that is run as it is.
std::optional<Failure> endOf(World &world, const Schedule &schedule, bool *whole) {
  AllSchedules all(world, kMost);
  std::optional<Failure> end;
  *whole = all.find(schedule, [&](const Schedule &ran, const std::optional<Failure> &failure) {
    end = failure;
    return ran == schedule;
  });
  return end;
}

void checkFailure(const std::string &text, const Program &program, const FoundFailure &found, const SearchOptions &options, uint64_t blocks,
                  Told &told) {
  ModelWorld world(program);
  SearchObserver observer;
  ShortenLimit limit{blocks};
  const Explanation f = explainFailure(world, options, observer, found, limit);
  ASSERT_TRUE(f.shortest) << text;
  EXPECT_EQ(world.snapshots(), 0u);
  world.endBlocksAt(f.boundaries);
  auto fewest = fewestByForce(world, found.failure.key);
  if (!fewest)
    return;
  ++told.failures;
  std::string where = text + "\n" + found.failure.key + " " + print(found.schedule) + " -> " + print(f.shortest->schedule);
  EXPECT_EQ(f.shortest->switches, switchesOf(f.shortest->schedule)) << where;
  EXPECT_GE(f.shortest->switches, *fewest) << where;
  EXPECT_LE(f.shortest->atLeast, *fewest) << where;
  if (f.shortest->fewest()) {
    EXPECT_EQ(f.shortest->switches, *fewest) << where;
  }
  bool whole = false;
  auto end = endOf(world, f.shortest->schedule, &whole);
  EXPECT_TRUE(whole && end && end->key == found.failure.key) << where;
  told.shorter += f.shortest->switches < switchesOf(found.schedule);
  told.open += !f.shortest->fewest();
  if (f.always) {
    ++told.always;
    auto truth = bruteForce(program);
    EXPECT_TRUE(!truth || truth->finals.empty()) << where;
  }
  if (!f.turn)
    return;
  ++told.turns;
  where += " turns at " + std::to_string(f.turn->block) + ", not " + print(f.turn->avoids);
  auto before = avoidable(world, f.shortest->schedule, f.turn->block);
  auto after = f.turn->block + 1 == f.shortest->schedule.size() ? std::optional(false)
                                                               : avoidable(world, f.shortest->schedule, f.turn->block + 1);
  EXPECT_TRUE(before.value_or(true)) << where;
  EXPECT_FALSE(after.value_or(false)) << where;
  EXPECT_FALSE(endOf(world, f.turn->avoids, &whole)) << where;
  EXPECT_TRUE(whole) << where;
  EXPECT_TRUE(std::equal(f.turn->avoids.begin(), f.turn->avoids.begin() + static_cast<std::ptrdiff_t>(f.turn->block),
                         f.shortest->schedule.begin()))
      << where;
  EXPECT_NE(f.turn->avoids[f.turn->block], f.shortest->schedule[f.turn->block]) << where;
}

Told checkAll(Mode mode, bool keepGoing, uint64_t seed, int count, Flavour flavour, uint64_t blocks = 100'000) {
  std::mt19937_64 rng(seed);
  Told told;
  for (int i = 0; i < count * times() && !testing::Test::HasFailure(); ++i) {
    std::string text = randomProgramText(rng, flavour);
    Program program = parseProgram(text);
    SearchOptions options{.mode = mode, .keepGoing = keepGoing, .maxSchedules = 2000};
    for (const FoundFailure &f : explore(program, options).failures)
      checkFailure(text, program, f, options, blocks, told);
  }
  std::printf("%d failures, %d with fewer switches than found, %d turning points, %d in every schedule\n", told.failures, told.shorter,
              told.turns, told.always);
  return told;
}

void expect(const Told &told, int turns) {
  EXPECT_GT(told.shorter, 0);
  EXPECT_GE(told.turns, turns);
}

TEST(Turning, FewestOfDeadlocksOfNestedLocks) { expect(checkAll(Mode::Dpor, true, 41, 400, {}), 60); }
TEST(Turning, FewestOfFailedChecks) { expect(checkAll(Mode::Dpor, true, 42, 300, {.checks = true}), 50); }
TEST(Turning, FewestWithRacesStoppedAtTheFirst) {
  expect(checkAll(Mode::Dpor, false, 43, 300, {.races = true, .checks = true, .branches = true}), 20);
}
TEST(Turning, FewestWithThreadCreation) { expect(checkAll(Mode::Dpor, false, 44, 1500, {.dynamic = true}), 30); }
TEST(Turning, FewestOfWhatAnotherModeFound) {
  expect(checkAll(Mode::ExitBlockRw, true, 45, 500, {}), 20);
  expect(checkAll(Mode::Sleep, false, 46, 400, {}), 20);
}
TEST(Turning, FewestWithTimedWaitsTryLocksBarriersAndReaders) {
  expect(checkAll(Mode::Dpor, false, 47, 1500,
                  {.dynamic = true, .tries = true, .timed = true, .rwLocks = true, .barriers = true, .chains = true}),
         30);
}
TEST(Turning, FewestWithReadersThatWait) {
  expect(checkAll(Mode::Dpor, false, 49, 600, {.branches = true, .tries = true, .rwLocks = true, .writersFirst = true}), 30);
}
TEST(Turning, FewestWithAtomics) { expect(checkAll(Mode::Dpor, true, 48, 300, {.atomics = true, .races = true, .checks = true}), 20); }
TEST(Turning, FewestOfFourThreads) { expect(checkAll(Mode::Dpor, false, 50, 300, {.maxThreads = 4}), 20); }
// The schedule is made shorter step by step then.
TEST(Turning, WithoutTheTimeForAll) {
  Told told = checkAll(Mode::Dpor, false, 51, 400, {.maxThreads = 4}, 100);
  EXPECT_GT(told.open, 10);
  expect(told, 0);
}

/// The fewest switches up to where a race of these places shows.
std::optional<uint64_t> fewestToRace(World &world, const FoundRace &race) {
  AllSchedules all(world, kMost);
  std::optional<uint64_t> best;
  std::vector<Schedule> schedules;
  all.find({}, [&](const Schedule &schedule, const std::optional<Failure> &) {
    schedules.push_back(schedule);
    return schedules.size() > 2000;
  });
  if (all.isTooLong() || schedules.size() > 2000)
    return std::nullopt;
  std::pair<uint32_t, uint32_t> places = std::minmax(race.first.place, race.second.place);
  SnapshotId start = world.save();
  for (const Schedule &schedule : schedules) {
    RaceChecks checks(Check::Race);
    Outcome out;
    Schedule so;
    world.restore(start);
    bool shown = false;
    for (size_t i = 0; i < schedule.size() && !shown; ++i) {
      world.run(schedule[i].thread, schedule[i].choices, out);
      so.push_back(schedule[i]);
      checks.push(schedule[i].thread, out);
      for (const RacePair &pair : checks.races())
        shown |= std::pair<uint32_t, uint32_t>(std::minmax(pair.first.place, pair.second.place)) == places;
    }
    if (shown && (!best || switchesOf(so) < *best))
      best = switchesOf(so);
  }
  world.restore(start);
  world.discard(start);
  return best;
}

TEST(Turning, FewestToARace) {
  std::mt19937_64 rng(52);
  int races = 0, shorter = 0;
  for (int i = 0; i < 300 * times(); ++i) {
    std::string text = randomProgramText(rng, {.races = true});
    Program program = parseProgram(text);
    SearchOptions options{.mode = Mode::Dpor, .check = Check::Race, .keepGoing = true, .maxSchedules = 500};
    for (FoundRace race : explore(program, options).races) {
      ModelWorld world(program);
      Schedule found = race.schedule;
      ShortenLimit limit{50'000};
      auto shortest = shorten(world, options, race, limit);
      ASSERT_TRUE(shortest);
      EXPECT_EQ(shortest->schedule, race.schedule);
      world.endBlocksAt(race.boundaries);
      auto fewest = fewestToRace(world, race);
      if (!fewest)
        continue;
      ++races;
      shorter += shortest->switches < switchesOf(found);
      EXPECT_GE(shortest->switches, *fewest) << text << print(found) << " " << print(race.schedule);
      EXPECT_LE(shortest->atLeast, *fewest) << text << print(found) << " " << print(race.schedule);
      if (shortest->fewest()) {
        EXPECT_EQ(shortest->switches, *fewest) << text << print(found);
      }
    }
  }
  std::printf("%d races, %d with fewer switches than found\n", races, shorter);
  EXPECT_GT(races, 100);
  EXPECT_GT(shorter, 0);
}

} // namespace
} // namespace xblock::test
