//===- bounded_test.cpp - search within a bound, against all orders of blocks within it ---------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "support/bounded_force.h"
#include "support/random_program.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace xblock::test {
namespace {

/// The oracle's blocks end where those of the search's last round did.
void exactWithin(uint64_t bound, uint64_t seed, int count, Flavour flavour) {
  std::mt19937_64 rng(seed);
  int programs = 0, beyond = 0;
  for (int i = 0; i < count; ++i) {
    std::string text = randomProgramText(rng, flavour);
    Program program = parseProgram(text);
    ModelWorld world(program);
    Explored e;
    SearchObserver observer;
    observer.completed = [&] { e.finals.insert(world.state().shared()); };
    static_cast<SearchResult &>(e) = search(world,
                                            {.mode = Mode::Dpor,
                                             .keepGoing = true,
                                             .maxSchedules = 20'000,
                                             .preemptions = bound},
                                            observer);
    auto truth = boundedForce(world, bound);
    auto unbounded = bruteForce(program);
    if (!truth || !unbounded || e.scheduleLimit)
      continue;
    ++programs;
    beyond += e.beyondBound > 0;
    EXPECT_TRUE(std::includes(e.finals.begin(), e.finals.end(), truth->finals.begin(),
                              truth->finals.end()))
        << "missed within " << bound << "\n" << text;
    EXPECT_TRUE(std::includes(unbounded->finals.begin(), unbounded->finals.end(), e.finals.begin(),
                              e.finals.end()))
        << text;
    bool deadlock = e.failed(FailureKind::Deadlock) > 0;
    EXPECT_TRUE(deadlock || !truth->deadlock) << text;
    EXPECT_TRUE(unbounded->deadlock || !deadlock) << text;
    if (e.beyondBound == 0) { // nothing was left out
      EXPECT_EQ(e.finals, unbounded->finals) << text;
      EXPECT_EQ(deadlock, unbounded->deadlock) << text;
    }
  }
  EXPECT_GT(programs, count * 9 / 10);
  EXPECT_GT(beyond, 0);
}

TEST(Bounded, MissesNothingWithinOnePreemption) { exactWithin(1, 30, 1000, {}); }
TEST(Bounded, MissesNothingWithinTwoPreemptions) { exactWithin(2, 31, 700, {}); }
TEST(Bounded, MissesNothingWithThreadCreation) { exactWithin(1, 32, 1000, {.dynamic = true}); }
TEST(Bounded, MissesNothingWithRacesAndTryLocks) {
  exactWithin(1, 33, 500, {.races = true, .branches = true, .tries = true});
}
TEST(Bounded, MissesNothingWithFourThreads) { exactWithin(1, 34, 200, {.maxThreads = 4}); }

TEST(Bounded, MissesNothingWhereTheSearchChooses) {
  exactWithin(1, 35, 500, {.ways = true});
  exactWithin(0, 36, 500, {.dynamic = true, .ways = true});
}

// Each once missed something: asking only where the preempted thread began its run, where T1 was not
// yet; and asking at that place and at the race, but not between.
TEST(Bounded, OnceMissed) {
  for (const char *text :
       {"start: T0\nT0: lock l1, w v1 1, start T1, unlock l1, lock l0, r v0 a, w v0 2*a+3%7, unlock "
        "l0\nT1: lock l0, w v0 2*a+3%7, unlock l0, lock l0, lock l1, w v1 2, unlock l1, post s0, w "
        "v0 2*a+1%7, unlock l0",
        "T0: lock l2, lock l0, r v0 a, w v0 2*a+3%7, unlock l0, unlock l2, w v0 2*a+1%7\n"
        "T1: lock l0, r v0 a, lock l2, w v0 2*a+3%7, unlock l2, unlock l0"}) {
    Program program = parseProgram(text);
    ModelWorld world(program);
    std::set<std::vector<int32_t>> finals;
    SearchObserver observer;
    observer.completed = [&] { finals.insert(world.state().shared()); };
    search(world, {.mode = Mode::Dpor, .keepGoing = true, .preemptions = 1}, observer);
    auto truth = boundedForce(world, 1);
    ASSERT_TRUE(truth);
    EXPECT_TRUE(
        std::includes(finals.begin(), finals.end(), truth->finals.begin(), truth->finals.end()))
        << text;
  }
}

} // namespace
} // namespace xblock::test
