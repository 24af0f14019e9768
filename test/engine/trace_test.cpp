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

TEST(Traces, DporRunsEachOnce) {
  const char *times = std::getenv("XBLOCK_FUZZ");
  int count = 200 * (times ? std::atoi(times) : 1), compared = 0;
  uint64_t seed = 70;
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
      EXPECT_EQ(ran, std::multiset<uint64_t>(expected->begin(), expected->end()))
          << kind.name << "\n"
          << text;
    }
  }
  EXPECT_GT(compared, count * static_cast<int>(kinds().size()) * 8 / 10);
}

} // namespace
} // namespace xblock::test
