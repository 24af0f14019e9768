//===- cross_check_test.cpp - the counts of the reference models --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// data/programs.txt holds random programs with what the executable reference models counted
// (data/generate.py). Engine and ModelWorld are to count the same, schedule for schedule.
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "support/brute_force.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace xblock::test {
namespace {

struct Counts {
  uint64_t schedules = 0, other = 0, deadlocks = 0, possible = 0;
};
struct Example {
  std::string text;
  Counts exitblock, rw, sleep, dpor;
  uint64_t finals = 0;
  bool deadlock = false;
};

/// Programs that keep to their locks; or racy ones, which have counts for dpor only.
std::vector<Example> examples(bool racy = false) {
  std::ifstream file(XBLOCK_TEST_DATA "/" + std::string(racy ? "racy.txt" : "programs.txt"));
  std::vector<Example> all(1);
  std::string line, word;
  while (std::getline(file, line)) {
    Example &e = all.back();
    if (line.empty()) {
      all.emplace_back();
    } else if (line[0] != '=') {
      e.text += line + "\n";
    } else {
      std::istringstream words(line.substr(1));
      if (!racy) {
        words >> word >> e.exitblock.schedules >> e.exitblock.other >> e.exitblock.deadlocks >>
            e.exitblock.possible;
        words >> word >> e.rw.schedules >> e.rw.other >> e.rw.deadlocks >> e.rw.possible;
        words >> word >> e.sleep.schedules >> e.sleep.other;
      }
      words >> word >> e.dpor.schedules >> e.dpor.other;
      words >> word >> e.finals >> word >> e.deadlock;
      EXPECT_TRUE(words) << line;
    }
  }
  all.pop_back();
  return all;
}

/// `chains`: the same mode with reverse lock chain analysis, which runs the same schedules.
void published(Mode mode, Mode chains, Counts Example::*expected) {
  std::vector<Example> all = examples();
  EXPECT_EQ(all.size(), 320u);
  for (const Example &example : all) {
    const Counts &counts = example.*expected;
    Explored e = explore(example.text.c_str(), mode);
    EXPECT_EQ(e.schedules, counts.schedules) << example.text;
    EXPECT_EQ(e.aborted, counts.other) << example.text;
    EXPECT_EQ(e.failed(FailureKind::Deadlock), counts.deadlocks) << example.text;
    EXPECT_TRUE(e.possibleDeadlocks.empty());
    Explored dd = explore(example.text.c_str(), chains);
    EXPECT_EQ(dd.schedules, counts.schedules) << example.text;
    EXPECT_EQ(dd.aborted, counts.other) << example.text;
    EXPECT_EQ(dd.failed(FailureKind::Deadlock), counts.deadlocks) << example.text;
    uint64_t possible = 0;
    for (const PossibleDeadlock &p : dd.possibleDeadlocks)
      possible += p.count;
    EXPECT_EQ(possible, counts.possible) << example.text;
  }
}

TEST(CrossCheck, ExitBlockCountsAsTheModel) {
  published(Mode::ExitBlock, Mode::ExitBlockDd, &Example::exitblock);
}
TEST(CrossCheck, ExitBlockRwCountsAsTheModel) {
  published(Mode::ExitBlockRw, Mode::ExitBlockRwDd, &Example::rw);
}

// The model does not try a blocked thread again when what its attempt read is written; here one
// attempt of all these programs is repeated for that.
TEST(CrossCheck, SleepCountsAsTheModel) {
  uint64_t again = 0;
  for (const Example &example : examples()) {
    Explored e = explore(example.text.c_str(), Mode::Sleep);
    EXPECT_EQ(e.schedules, example.sleep.schedules) << example.text;
    EXPECT_GE(e.aborted, example.sleep.other) << example.text;
    again += e.aborted - example.sleep.other;
  }
  EXPECT_EQ(again, 1u);
}

/// The model runs source sets, so that more of its schedules are redundant; the others are the
/// same.
void dporAsTheModel(bool racy) {
  std::vector<Example> all = examples(racy);
  EXPECT_EQ(all.size(), 320u);
  uint64_t schedules = 0, redundant = 0, modelsRedundant = 0;
  for (const Example &example : all) {
    Explored e = explore(example.text.c_str(), Mode::Dpor);
    EXPECT_EQ(e.schedules - e.redundant, example.dpor.schedules - example.dpor.other)
        << example.text;
    EXPECT_LE(e.schedules, example.dpor.schedules) << example.text;
    EXPECT_EQ(e.finals.size(), example.finals) << example.text;
    EXPECT_EQ(e.failed(FailureKind::Deadlock) > 0, example.deadlock) << example.text;
    schedules += e.schedules;
    redundant += e.redundant;
    modelsRedundant += example.dpor.other;
  }
  EXPECT_LT(redundant * 100, schedules);
  EXPECT_LT(redundant, modelsRedundant);
}

TEST(CrossCheck, DporCountsAsTheModelOrLess) { dporAsTheModel(false); }
TEST(CrossCheck, DporCountsRacyProgramsAsTheModelOrLess) { dporAsTheModel(true); }

TEST(CrossCheck, BruteForceFindsWhatTheModelsOracleFinds) {
  for (const Example &example : examples()) {
    Program program = parseProgram(example.text);
    auto truth = bruteForce(program);
    ASSERT_TRUE(truth);
    EXPECT_EQ(truth->finals.size(), example.finals) << example.text;
    EXPECT_EQ(truth->deadlock, example.deadlock) << example.text;
  }
}

} // namespace
} // namespace xblock::test
