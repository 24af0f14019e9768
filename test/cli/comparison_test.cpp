//===- comparison_test.cpp - the table of several policies -----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/comparison.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xblock::test {
namespace {

/// Runs that found something after so many schedules, or, negative, nothing in so many.
std::vector<ComparedRun> runs(std::initializer_list<int> all) {
  std::vector<ComparedRun> result;
  for (int n : all) {
    ComparedRun run;
    run.seed = result.size() + 1;
    run.found = n > 0;
    run.kind = n > 0 ? "deadlock" : "";
    run.schedules = static_cast<uint64_t>(n > 0 ? n : -n);
    run.distinct = run.schedules;
    run.classes = 1;
    run.seconds = 0.25;
    result.push_back(run);
  }
  return result;
}

TEST(Comparison, MeanAndMedianOfRunsThatAllFound) {
  EXPECT_EQ(meanToFailure(runs({1, 2, 6})).value, 3);
  EXPECT_FALSE(meanToFailure(runs({1, 2, 6})).atLeast);
  EXPECT_EQ(medianToFailure(runs({6, 1, 2})).value, 2);
  EXPECT_EQ(medianToFailure(runs({6, 1, 2, 3})).value, 2.5);
}

// What found nothing within its bound would have taken longer, however small the bound was: it
// comes last.
TEST(Comparison, RunsWithoutAFailureAreCensored) {
  EXPECT_EQ(meanToFailure(runs({1, -10, 4})).value, 5);
  EXPECT_TRUE(meanToFailure(runs({1, -10, 4})).atLeast);
  EXPECT_EQ(medianToFailure(runs({1, -2, 4})).value, 4);
  EXPECT_FALSE(medianToFailure(runs({1, -2, 4})).atLeast);
  for (auto some : {runs({1, -10, 4, -10}), runs({-10}), runs({-10, -10, 3})})
    EXPECT_TRUE(medianToFailure(some).atLeast);
  EXPECT_EQ(medianToFailure(runs({1, -10, 4, -10})).value, 7); // at least: one of the two in the middle is larger than 10
}

Comparison sample() {
  Comparison all{{"./p"},
                 3,
                 1,
                 10,
                 {{"dpor", false, true, {}, runs({-4})},
                  {"random", true, true, {}, runs({1, 2, 6})},
                  {"pct", true, true, {"--depth=2"}, runs({-10, -10, -10})}},
                 false};
  all.policies[0].runs[0].complete = true;
  return all;
}

// All of 3: at least (2.5 %)^(1/3) = 29.2 %; none: at most 70.8 %. Rounded outwards.
TEST(Comparison, IsATableWithOrWithoutTimes) {
  EXPECT_EQ(printTable(sample(), false),
            "policy   found         95 %  mean  median  schedules  distinct  classes\n"
            "dpor    0 of 1     complete     -       -          4         -        -\n"
            "random  3 of 3  29 to 100 %     3       2          9         9        3\n"
            "pct     0 of 3    0 to 71 %   >10     >10         30        30        3\n"
            "pct: --depth=2\n");
  EXPECT_NE(printTable(sample(), true).find("seconds\n"), std::string::npos);
  EXPECT_NE(printTable(sample(), true).find("0.75\n"), std::string::npos);
}

TEST(Comparison, OfAProgramThatWasSearchedToItsEndHasNoNumbersOfFailures) {
  Comparison all{{"./p"}, 2, 1, 10, {{"auto", true, true, {}, runs({-4, -4})}}, false};
  all.policies[0].runs[0].complete = all.policies[0].runs[1].complete = true;
  EXPECT_EQ(printTable(all, false),
            "policy   found      95 %  mean  median  schedules  distinct  classes\n"
            "auto    0 of 2  complete     -       -          8         8        2\n");
}

// Of runs on real threads nobody knows which did the same.
TEST(Comparison, TellsNotHowManyNativeRunsDiffer) {
  Comparison all{{"./p"}, 2, 1, 10, {{"native", true, false, {}, runs({3, 5})}}, false};
  EXPECT_EQ(printTable(all, false),
            "policy   found         95 %  mean  median  schedules  distinct  classes\n"
            "native  2 of 2  15 to 100 %     4       4          8         -        -\n");
  auto run = nlohmann::json::parse(printJson(all, false))["policies"][0]["runs"][0];
  EXPECT_TRUE(run.contains("seed") && !run.contains("distinct") && !run.contains("classes"));
}

TEST(Comparison, OfAnInterruptSaysSo) {
  Comparison all = sample();
  all.interrupted = true;
  all.policies[2].runs.clear();
  EXPECT_TRUE(printTable(all, true).ends_with("pct     0 of 0\npct: --depth=2\ninterrupted: runs are missing\n"));
  EXPECT_TRUE(nlohmann::json::parse(printJson(all, true))["interrupted"]);
}

TEST(Comparison, IsJson) {
  auto json = nlohmann::json::parse(printJson(sample(), false));
  EXPECT_EQ(json["policies"][1]["found"], 3);
  EXPECT_EQ(json["policies"][1]["runs"][2]["schedules"], 6);
  EXPECT_EQ(json["policies"][1]["runs"][2]["kind"], "deadlock");
  EXPECT_EQ(json["policies"][2]["median"],
            nlohmann::json::parse(R"({"schedules": 10, "atLeast": true})"));
  EXPECT_FALSE(json["policies"][0].contains("probability"));
  EXPECT_TRUE(json["policies"][0]["runs"][0]["complete"]);
  EXPECT_FALSE(json["policies"][0]["runs"][0].contains("seconds"));
  EXPECT_TRUE(nlohmann::json::parse(printJson(sample(), true))["policies"][0]["runs"][0].contains(
      "seconds"));
}

} // namespace
} // namespace xblock::test
