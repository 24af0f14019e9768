//===- json_test.cpp ----------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "samples.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xblock {
namespace {

using Json = nlohmann::json;

TEST(JsonReport, HasTheVerdictAndTheCounts) {
  Json json = Json::parse(printJson(completeReport()));
  EXPECT_EQ(json["verdict"], "complete");
  EXPECT_EQ(json["exitCode"], 0);
  EXPECT_EQ(json["mode"], "exitblock-rw");
  EXPECT_EQ(json["schedules"], 8);
  EXPECT_EQ(json["blocks"], 41);
  EXPECT_EQ(json["aborted"], 2);
  EXPECT_EQ(json["failures"], Json::array());
  EXPECT_EQ(json["program"], Json({"./fixed"}));
  EXPECT_EQ(json["notes"].size(), 2u);
  EXPECT_TRUE(json["seconds"].is_number());
}

TEST(JsonReport, HasEachFailureWhole) {
  Json json = Json::parse(printJson(reportOf(lostUpdate())));
  EXPECT_EQ(json["verdict"], "failure");
  Json failure = json["failures"].at(0);
  EXPECT_EQ(failure["kind"], "assertion");
  EXPECT_EQ(failure["message"], "x == 2");
  EXPECT_EQ(failure["schedule"], "x1:0x2.1.2x2.1.0");
  EXPECT_EQ(failure["count"], 1);
  EXPECT_EQ(failure["foundAt"], 3);
  EXPECT_EQ(failure["output"], "x is 1\n");
  EXPECT_EQ(failure["threads"].size(), 3u);
  EXPECT_EQ(failure["threads"][0]["name"], "main");
  EXPECT_EQ(failure["threads"][0]["state"], "failed");
  EXPECT_EQ(failure["threads"][0]["stack"][1],
            (Json{{"function", "main"}, {"file", "/src/lost.c"}, {"line", 31}}));
  EXPECT_EQ(failure["threads"][1]["stack"], Json::array());
  EXPECT_EQ(failure["blocks"].size(), 7u);
  EXPECT_EQ(failure["blocks"][2]["thread"], 1);
  EXPECT_EQ(failure["blocks"][2]["events"][0],
            (Json{{"text", "lock m"}, {"file", "/src/lost.c"}, {"line", 9}}));
}

TEST(JsonReport, HasWhoAllocatedAndFreed) {
  Json failure = Json::parse(printJson(reportOf(useAfterFree())))["failures"].at(0);
  EXPECT_EQ(failure["memory"].size(), 2u);
  EXPECT_EQ(failure["memory"][0],
            (Json{{"what", "freed"},
                  {"thread", 0},
                  {"name", "main"},
                  {"stack", {{{"function", "giveBack"}, {"file", "/src/heap.c"}, {"line", 7}}}}}));
  EXPECT_EQ(failure["memory"][1]["name"], "T1");
  EXPECT_FALSE(Json::parse(printJson(reportOf(lostUpdate())))["failures"].at(0).contains("memory"));
}

TEST(JsonReport, SaysWhoWaitsForWhom) {
  Json threads = Json::parse(printJson(reportOf(deadlock())))["failures"][0]["threads"];
  EXPECT_EQ(threads[0]["waitsFor"], "mutex b");
  EXPECT_EQ(threads[0]["heldBy"], 2);
}

TEST(JsonReport, HasWhatIsUnsupportedAndWhatIsWrong) {
  Report report;
  report.verdict = Verdict::Unsupported;
  report.unsupported = deadlock();
  report.unsupported->failure.message = "pthread_cancel at a.c:3";
  Json json = Json::parse(printJson(report));
  EXPECT_EQ(json["unsupported"]["message"], "pthread_cancel at a.c:3");
  EXPECT_FALSE(json["unsupported"].contains("kind"));
  report.message = "no such file";
  EXPECT_EQ(Json::parse(printJson(report))["message"], "no such file");
}

TEST(JsonReport, HasNothingThatNobodyKnowsOfRealThreads) {
  Report report = nativeReport();
  Json json = Json::parse(printJson(report));
  EXPECT_EQ(json["sampled"], Json::parse(R"({"schedules": 3, "failing": 1, "firstFailing": 3})"));
  EXPECT_FALSE(json.contains("blocks") || json.contains("aborted") || json.contains("events"));
  const char *replay = "xblock run --policy=native --native-log=lost.3.xblock-native -- ./lost 'a b' 'it'\\''s'";
  EXPECT_EQ(json["failures"][0], (Json{{"kind", "signal"}, {"message", "died of SIGSEGV"}, {"count", 1}, {"foundAt", 3}, {"log", "lost.3.xblock-native"},
                                       {"replay", replay}, {"output", "x is 1\n"}}));
  EXPECT_NE(printText(report, false).find(replay), std::string::npos);
  report.native->runs[0] = {"", "the run is too long for a log"};
  json = Json::parse(printJson(report))["failures"][0];
  EXPECT_EQ(json["whyNoReplay"], "the run is too long for a log");
  EXPECT_FALSE(json.contains("log") || json.contains("replay"));
  EXPECT_NE(printText(report, false).find("replay\n    none: the run is too long for a log\n"), std::string::npos);
}

TEST(JsonReport, HasNoAddressAndNoTimeButSeconds) {
  Report one = reportOf(lostUpdate()), two = one;
  two.findings[0].threads[0].stack[0].pc = 0x1234;
  EXPECT_EQ(printJson(one), printJson(two));
  two.seconds = 99;
  Json a = Json::parse(printJson(one)), b = Json::parse(printJson(two));
  EXPECT_NE(a, b);
  a.erase("seconds");
  b.erase("seconds");
  EXPECT_EQ(a, b);
}

TEST(JsonReport, BytesThatAreNoTextDoNotBreakIt) {
  Finding finding = lostUpdate();
  finding.output = "\xff\xfe\x01";
  EXPECT_TRUE(Json::accept(printJson(reportOf(finding))));
}

} // namespace
} // namespace xblock
