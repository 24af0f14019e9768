//===- delays_test.cpp - search within a bound on delays ------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "support/bounded_force.h"
#include "support/random_program.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <map>

namespace xblock::test {
namespace {

/// The oracle's blocks end where those of the search's last round did. Within the bound nothing is left out, and nothing else runs: both
/// see the same.
void exactWithin(uint64_t bound, uint64_t seed, int count, Flavour flavour) {
  const char *times = std::getenv("XBLOCK_FUZZ");
  count *= times ? std::atoi(times) : 1;
  std::mt19937_64 rng(seed);
  int programs = 0, beyond = 0, deadlocks = 0;
  for (int i = 0; i < count; ++i) {
    std::string text = randomProgramText(rng, flavour);
    Program program = parseProgram(text);
    ModelWorld world(program);
    std::set<std::vector<int32_t>> finals;
    bool deadlock = false, failed = false;
    SearchWitness witness;
    witness.beganRound = [&] {
      finals.clear();
      deadlock = failed = false;
    };
    witness.ended = [&](const Trace &, ScheduleEnd how, uint64_t, size_t) {
      if (how == ScheduleEnd::Completed)
        finals.insert(world.state().shared());
    };
    witness.notRun = [](size_t, ThreadId, NotRun) {};
    SearchObserver observer;
    observer.witness = &witness;
    SearchResult e = search(world, {.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = 20'000, .delays = bound}, observer);
    auto truth = delayedForce(world, bound);
    auto unbounded = bruteForce(program);
    if (!truth || !unbounded || e.scheduleLimit)
      continue;
    ++programs;
    beyond += e.beyondBound > 0;
    deadlocks += truth->deadlock;
    bool found = false;
    for (const FoundFailure &f : e.failures) {
      found |= f.failure.kind == FailureKind::Deadlock;
      failed |= f.failure.kind == FailureKind::Assertion;
    }
    if (!failed) { // what would come behind a failure is not seen
      EXPECT_EQ(finals, truth->finals) << "within " << bound << "\n" << text;
    }
    EXPECT_TRUE(found || !truth->deadlock) << text; // in earlier rounds blocks were others
    EXPECT_TRUE(unbounded->deadlock || !found) << text;
    EXPECT_TRUE(unbounded->failure || !failed) << text;
    if (e.beyondBound == 0 && !failed) { // nothing was left out
      EXPECT_EQ(finals, unbounded->finals) << text;
      EXPECT_EQ(found, unbounded->deadlock) << text;
    }
  }
  EXPECT_GT(programs, count * 9 / 10);
  EXPECT_GT(beyond, 0);
  EXPECT_GT(deadlocks, 0);
}

TEST(Delays, NoneIsOneSchedule) { exactWithin(0, 50, 300, {}); }
TEST(Delays, OneIsExact) { exactWithin(1, 51, 500, {}); }
TEST(Delays, TwoAreExact) { exactWithin(2, 52, 300, {}); }
TEST(Delays, AreExactWithThreadCreation) { exactWithin(1, 53, 500, {.dynamic = true}); }
TEST(Delays, AreExactWithRacesAndTryLocks) { exactWithin(2, 54, 200, {.races = true, .branches = true, .tries = true}); }
TEST(Delays, AreExactWithTimedWaits) { exactWithin(1, 55, 300, {.dynamic = true, .timed = true, .rwLocks = true}); }
TEST(Delays, AreExactWithFourThreads) { exactWithin(1, 56, 150, {.maxThreads = 4}); }

/// Schedules of threads that never wait and have so many blocks left each, the last of which ran was `last`: the i-th of those with
/// blocks left, from `last` on, round, costs i delays.
uint64_t schedules(std::vector<int> blocks, size_t last, uint64_t delays) {
  uint64_t sum = 0, skipped = 0;
  bool live = false;
  for (size_t k = 0; k < blocks.size(); ++k) {
    size_t t = (last + k) % blocks.size();
    if (blocks[t] == 0)
      continue;
    live = true;
    if (skipped <= delays) {
      --blocks[t];
      sum += schedules(blocks, t, delays - skipped);
      ++blocks[t];
    }
    ++skipped;
  }
  return live ? sum : 1;
}

// Each access is a block, and the end of a thread is one.
TEST(Delays, RunAsManySchedulesAsTheSumOverTheirPlaces) {
  for (int threads : {2, 3, 4})
    for (int accesses : {1, 2, 3})
      for (uint64_t delays : {0, 1, 2, 3}) {
        std::string text;
        for (int t = 0; t < threads; ++t) {
          text += (t ? "\nT" : "T") + std::to_string(t) + ": aw x 1";
          for (int i = 1; i < accesses; ++i)
            text += ", aw x 1";
        }
        Explored e = explore(parseProgram(text), {.mode = Mode::Dpor, .keepGoing = true, .delays = delays});
        EXPECT_EQ(e.schedules, schedules(std::vector<int>(static_cast<size_t>(threads), accesses + 1), 0, delays)) << text << "\n" << delays;
      }
  // One delay, two threads of 3 blocks: none, or behind 0, 1 or 2 blocks of the first; behind the delay each runs to its end.
  EXPECT_EQ(explore(parseProgram("T0: aw x 1, aw x 1\nT1: aw x 1, aw x 1"), {.mode = Mode::Dpor, .keepGoing = true, .delays = 1}).schedules, 4u);
}

} // namespace
} // namespace xblock::test
