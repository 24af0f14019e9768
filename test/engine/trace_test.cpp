//===- trace_test.cpp - dpor misses no trace and runs none twice --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Final states that are right can hide a trace that was missed: another one may lead to them. Here
// the traces themselves are compared, with all orders of blocks.
//===------------------------------------------------------------------------------------------------===//
#include "fuzz.h"
#include "support/traces.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace xblock::test {
namespace {

/// The traces in which all threads end that the last round of a search ran, each as often.
std::multiset<uint64_t> tracesOf(TraceWorld &world, bool &all) {
  std::multiset<uint64_t> traces;
  uint64_t round = 0;
  SearchObserver observer;
  observer.due = [] { return true; };
  observer.progressed = [&](const SearchProgress &now) {
    if (now.rounds != round)
      traces.clear();
    round = now.rounds;
  };
  observer.completed = [&] { traces.insert(world.trace()); };
  SearchResult result =
      search(world, {.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = 5000}, observer);
  all = !result.scheduleLimit;
  return traces;
}

/// The traces of a program that dpor ran, each once, and all there are.
void expectAll(const char *text, size_t traces) {
  Program program = parseProgram(text);
  TraceWorld world(program);
  bool all = false;
  std::multiset<uint64_t> ran = tracesOf(world, all);
  auto expected = allTraces(world, 20'000);
  ASSERT_TRUE(all && expected);
  EXPECT_EQ(expected->size(), traces);
  EXPECT_EQ(std::set<uint64_t>(ran.begin(), ran.end()), *expected);
}

// A sequence that was asked for began with T1's block, as it chose not to lock, and was taken to cover one without it, in which T1 locks later:
// T0's read between the writes of T2 was missed there.
TEST(Traces, ABlockThatChoseStandsForItsChoiceOnly) {
  expectAll("T0: r v0 a\n"
            "T1: choose k1 2, jump k1 0 3, lock l0, w v0 3, unlock l0\n"
            "T2: try l0 k0, unless k0 1 3, w v0 2*a+2%7, w v0 2*a+1%7, unlock l0, r v0 a",
            19);
}

// T1 comes to the lock that T0 holds by one choice only; by the other it goes on, and all wait for the semaphore for ever. What it could
// not do asked for nothing, and that T1 could come first, post, and let all end was missed.
TEST(Traces, AChoiceThatCouldNotGoOnAsksToComeEarlier) {
  expectAll("start: T0\n"
            "T0: start T1, lock l1, sem s0, unlock l1, join T1\n"
            "T1: choose k0 2, jump k0 0 3, lock l1, post s0, unlock l1",
            1);
}

// Where the search chooses values a race is known of one choice, and the thread that is moved for it makes all of them (docs/search.md):
// a trace is run at least once.
TEST(Traces, DporRunsEachOnce) {
  const char *times = std::getenv("XBLOCK_FUZZ");
  int count = 200 * (times ? std::atoi(times) : 1), compared = 0;
  uint64_t seed = 70;
  size_t ranWithChoices = 0, tracesWithChoices = 0;
  for (const Kind &kind : kinds()) {
    std::mt19937_64 rng(seed++);
    for (int i = 0; i < count; ++i) {
      std::string text = randomProgramText(rng, kind.flavour);
      Program program = parseProgram(text);
      TraceWorld world(program);
      bool all = false;
      std::multiset<uint64_t> ran = tracesOf(world, all);
      auto expected = all ? allTraces(world, 20'000) : std::nullopt;
      if (!expected)
        continue;
      ++compared;
      if (kind.flavour.choices) {
        ranWithChoices += ran.size();
        tracesWithChoices += expected->size();
        std::set<uint64_t> once(ran.begin(), ran.end());
        ran = {once.begin(), once.end()};
      }
      EXPECT_EQ(ran, std::multiset<uint64_t>(expected->begin(), expected->end()))
          << kind.name << "\n"
          << text;
    }
  }
  EXPECT_LT(ranWithChoices * 10, tracesWithChoices * 13);
  EXPECT_GT(compared, count * static_cast<int>(kinds().size()) * 8 / 10);
}

} // namespace
} // namespace xblock::test
