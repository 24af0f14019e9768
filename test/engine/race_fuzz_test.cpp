//===- race_fuzz_test.cpp - data races of random programs against brute force -------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "race_oracle.h"
#include "support/random_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace xblock::test {
namespace {

/// Gives atomic operations other orders than seq_cst, half of the time.
std::string withOrders(std::string text, std::mt19937_64 &rng) {
  for (const char *op : {" ar ", " aw ", " rmw "})
    for (size_t at = 0; (at = text.find(op, at)) != text.npos; ++at) {
      const char *order = std::string_view(op) == " ar " ? ".acq" : ".rel";
      if (uint64_t pick = rng() % 4; pick >= 2)
        text.insert(at + std::string_view(op).size() - 1, pick == 2 ? ".rlx" : order);
    }
  return text;
}

RacePlaces placesOf(const Explored &e) {
  RacePlaces places;
  for (const FoundRace &race : e.races) {
    auto pair = std::minmax(race.first.place, race.second.place);
    EXPECT_TRUE(places.insert(pair).second) << "a pair of places twice";
  }
  return places;
}

struct Tally {
  int programs = 0, racy = 0, missed = 0, allMissed = 0;
};

/// Programs with more schedules than 20,000, or too many states, are passed over. XBLOCK_FUZZ
/// multiplies their number.
Tally fuzz(Mode mode, uint64_t seed, int count, Flavour flavour) {
  const char *times = std::getenv("XBLOCK_FUZZ");
  std::mt19937_64 rng(seed);
  Tally tally;
  for (int i = 0; i < count * (times ? std::atoi(times) : 1); ++i) {
    std::string text = withOrders(randomProgramText(rng, flavour), rng);
    Program program = parseProgram(text);
    auto truth = racesByBruteForce(program);
    if (!truth)
      continue;
    Explored e = explore(
        program,
        {.mode = mode, .check = Check::Race, .keepGoing = true, .maxSchedules = 20'000});
    if (e.scheduleLimit)
      continue;
    RacePlaces found = placesOf(e);
    ++tally.programs;
    tally.racy += !truth->empty();
    // What a thread does between its last boundary and where it waits for ever is no executed block:
    // a race there may show only once the deadlock, which is a failure, is mended.
    bool missed = !std::includes(found.begin(), found.end(), truth->begin(), truth->end()) &&
                  e.failures.empty();
    tally.missed += missed;
    tally.allMissed += found.empty() && !truth->empty();
    EXPECT_TRUE(std::includes(truth->begin(), truth->end(), found.begin(), found.end()))
        << "a race that is none\n"
        << text;
    if (mode == Mode::Dpor) {
      EXPECT_FALSE(missed) << "a race missed\n" << text;
    }
  }
  return tally;
}

/// At least 2 in 3 programs are compared, and at least 1 in 8 has a race.
void exact(uint64_t seed, int count, Flavour flavour) {
  Tally tally = fuzz(Mode::Dpor, seed, count, flavour);
  EXPECT_GT(tally.programs, count * 2 / 3);
  EXPECT_GT(tally.racy, count / 8);
  EXPECT_EQ(tally.missed, 0);
}

TEST(RaceFuzz, DporFindsAllRaces) { exact(21, 600, {.races = true}); }
TEST(RaceFuzz, DporFindsAllRacesWithAtomics) { exact(22, 600, {.atomics = true, .races = true}); }
TEST(RaceFuzz, DporFindsAllRacesOfCopies) { exact(27, 600, {.races = true, .copies = true}); }
TEST(RaceFuzz, DporFindsAllRacesWithThreadCreationAndSemaphores) {
  exact(23, 600, {.dynamic = true, .atomics = true, .races = true});
}

TEST(RaceFuzz, ProgramsWithoutLooseAccessesHaveNone) {
  for (Mode mode : {Mode::ExitBlock, Mode::ExitBlockRw, Mode::Sleep, Mode::Dpor}) {
    Tally tally = fuzz(mode, 24, 200, {.dynamic = true, .atomics = true});
    EXPECT_GT(tally.programs, 100);
    EXPECT_EQ(tally.racy, 0) << name(mode);
  }
}

// These do not interleave racy accesses and may miss some. A program with a race shows one: why they
// need no remark about racy accesses if they found none. exitblock-rw does not have that.
TEST(RaceFuzz, ExitBlockAndSleepFindARaceIfThereIsOne) {
  for (Mode mode : {Mode::ExitBlock, Mode::Sleep}) {
    Tally tally = fuzz(mode, 25, 600, {.atomics = true, .races = true});
    EXPECT_GT(tally.racy, 120);
    EXPECT_EQ(tally.allMissed, 0) << name(mode);
  }
}

TEST(RaceFuzz, ExitBlockRwFindsNoRaceThatIsNone) {
  EXPECT_GT(fuzz(Mode::ExitBlockRw, 26, 400, {.atomics = true, .races = true}).racy, 80);
}

} // namespace
} // namespace xblock::test
