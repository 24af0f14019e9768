//===- ci_reports_test.cpp - SARIF and JUnit XML ------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What the schemas ask for is checked on real runs (lit-tests/run/reports_for_code_hosts_and_ci.c).
//===------------------------------------------------------------------------------------------------===//
#include "samples.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xblock {
namespace {

using Json = nlohmann::json;

Json resultOf(const Finding &finding) { return Json::parse(printSarif(reportOf(finding)))["runs"][0]["results"].at(0); }

TEST(SarifReport, TellsWhereTheThreadStoodThatFailed) {
  Json result = resultOf(lostUpdate());
  EXPECT_EQ(result["ruleId"], "assertion");
  EXPECT_EQ(result["message"]["text"], "x == 2");
  Json place = result["locations"].at(0)["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "file:///src/lost.c");
  EXPECT_EQ(place["region"]["startLine"], 20);
}

TEST(SarifReport, HasTheStepsOfEachThreadInTheOrderOfTheSchedule) {
  Json flows = resultOf(lostUpdate())["codeFlows"].at(0)["threadFlows"];
  ASSERT_EQ(flows.size(), 3u);
  EXPECT_EQ(flows[0]["id"], "main");
  EXPECT_EQ(flows[1]["id"], "T1");
  std::vector<int> orders; // main starts both: steps 1 and 2; T1 reads, T2 reads and writes, T1 writes
  for (const Json &step : flows[1]["locations"])
    orders.push_back(step["executionOrder"]);
  EXPECT_EQ(orders, (std::vector<int>{3, 4, 5, 12, 13, 14}));
  EXPECT_EQ(flows[1]["locations"][4]["location"]["message"]["text"], "write x");
}

TEST(SarifReport, EscapesPaths) {
  Finding finding = lostUpdate();
  finding.threads[0].stack[0].file = "/src/a b%ü.c";
  EXPECT_EQ(resultOf(finding)["locations"].at(0)["physicalLocation"]["artifactLocation"]["uri"], "file:///src/a%20b%25%C3%BC.c");
}

TEST(SarifReport, HasTheStacksOfWhoAllocatedAndFreed) {
  Json stacks = resultOf(useAfterFree())["stacks"];
  EXPECT_EQ(stacks.back()["message"]["text"], "allocated by T1");
  EXPECT_EQ(stacks.back()["frames"].size(), 2u);
}

TEST(SarifReport, TellsWhatBoundsTheVerdict) {
  Report report = completeReport();
  report.upTo = {"2 time-outs in a row"};
  Json invocation = Json::parse(printSarif(report))["runs"][0]["invocations"].at(0);
  EXPECT_EQ(invocation["executionSuccessful"], true);
  EXPECT_EQ(invocation["toolExecutionNotifications"][0]["level"], "warning");
  EXPECT_EQ(invocation["toolExecutionNotifications"][0]["message"]["text"], "up to: 2 time-outs in a row");
}

TEST(JunitReport, HoldsAnyBytes) {
  Finding finding = lostUpdate();
  finding.failure.message = "<a> & \"b\"\n\x01 \xff ü";
  std::string text = printJunit(reportOf(finding));
  EXPECT_NE(text.find("message=\"&lt;a&gt; &amp; &quot;b&quot;&#10;\xef\xbf\xbd \xef\xbf\xbd ü\""), std::string::npos) << text;
  EXPECT_NE(text.find("failures=\"1\" errors=\"0\""), std::string::npos);
}

TEST(JunitReport, PassesOnlyIfTheVerdictIsComplete) {
  Report report = completeReport();
  EXPECT_EQ(printJunit(report).find("<error"), std::string::npos);
  report.verdict = Verdict::Incomplete;
  std::string text = printJunit(report);
  EXPECT_NE(text.find("<error type=\"incomplete\""), std::string::npos);
  EXPECT_NE(text.find("failures=\"0\" errors=\"1\""), std::string::npos);
}

} // namespace
} // namespace xblock
