//===- verdict_test.cpp -------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "samples.h"

#include <gtest/gtest.h>

namespace xblock {
namespace {

TEST(Verdict, ExitCodesAreZeroToFourInOrder) {
  EXPECT_EQ(exitCode(Verdict::Complete), 0);
  EXPECT_EQ(exitCode(Verdict::Failure), 1);
  EXPECT_EQ(exitCode(Verdict::Incomplete), 2);
  EXPECT_EQ(exitCode(Verdict::Usage), 3);
  EXPECT_EQ(exitCode(Verdict::Unsupported), 4);
  EXPECT_STREQ(name(Verdict::Complete), "complete");
  EXPECT_STREQ(name(Verdict::Unsupported), "unsupported");
}

TEST(Verdict, CompleteCountsSchedules) {
  Report report = completeReport();
  EXPECT_EQ(verdictLine(report), "xblock: complete: 8 schedules, 0 failures (exitblock-rw)");
  report.schedules = 1;
  EXPECT_EQ(verdictLine(report), "xblock: complete: 1 schedule, 0 failures (exitblock-rw)");
}

TEST(Verdict, CompleteAloneIsNeverPrintedOfABoundedSearch) {
  Report report = completeReport();
  report.upTo = {"calls of strtok are not rolled back"};
  EXPECT_EQ(verdictLine(report),
            "xblock: complete up to what follows: 8 schedules, 0 failures (exitblock-rw)");
}

TEST(Verdict, AFailureThatStoppedTheSearchSaysSo) {
  EXPECT_EQ(
      verdictLine(reportOf(lostUpdate())),
      "xblock: failure: assertion in schedule 3 (exitblock-rw); --keep-going searches the rest");
}

TEST(Verdict, DistinctFailuresAreCountedWithTheirSchedules) {
  Report report = reportOf(lostUpdate());
  report.stoppedAtFailure = false;
  report.schedules = 8;
  report.findings[0].count = 4;
  EXPECT_EQ(verdictLine(report), "xblock: failure: 1 failure in 4 of 8 schedules (exitblock-rw)");
  report.findings.push_back(deadlock());
  EXPECT_EQ(verdictLine(report), "xblock: failure: 2 failures in 5 of 8 schedules (exitblock-rw)");
}

// "1 failure in 2 of 3 schedules" of a program that fails in each of its two: the third was cut where it became one of them.
TEST(Verdict, SchedulesThatWereNotRunToAnEndAreTold) {
  Report report = completeReport();
  report.redundant = 2;
  EXPECT_EQ(verdictLine(report), "xblock: complete: 8 schedules, 2 redundant, 0 failures (exitblock-rw)");
  report = reportOf(lostUpdate());
  report.stoppedAtFailure = false;
  report.schedules = 3;
  report.redundant = 1;
  report.findings[0].count = 2;
  EXPECT_EQ(verdictLine(report), "xblock: failure: 1 failure in 2 of 3 schedules, 1 redundant (exitblock-rw)");
}

TEST(Verdict, SchedulesThatGoOnBehindAFailureAreNotAddedUp) {
  Report report = reportOf(lostUpdate());
  report.stoppedAtFailure = false;
  report.schedules = 4;
  report.findings[0].failure.kind = FailureKind::Starvation;
  report.findings[0].count = 4;
  report.findings.push_back(report.findings[0]); // in the same schedules, of another thread
  EXPECT_EQ(verdictLine(report), "xblock: failure: 2 failures in 4 schedules (exitblock-rw)");
}

TEST(Verdict, AReplayClaimsNothingOfOtherSchedules) {
  Report report = completeReport();
  report.replay = true;
  report.schedules = 1;
  report.blocks = 9;
  EXPECT_EQ(verdictLine(report), "xblock: replay: 9 blocks, no failure");
  EXPECT_TRUE(allNotes(report).empty());
  report.findings = {lostUpdate()};
  report.verdict = Verdict::Failure;
  EXPECT_EQ(verdictLine(report), "xblock: replay: 9 blocks, assertion");
  report.findings[0].failure.kind = FailureKind::Race;
  EXPECT_EQ(verdictLine(report), "xblock: replay: 9 blocks, 1 data race");
}

TEST(Verdict, ReplaysOnRealThreadsSayWhetherTheyFailAsRecorded) {
  Report report = nativeReport();
  EXPECT_EQ(verdictLine(report), "xblock: failure: signal in schedule 3 (native); --keep-going samples on");
  report.replay = true;
  report.native->events = 7;
  report.native->whole = true;
  report.native->logFailed = "died of SIGSEGV";
  EXPECT_EQ(verdictLine(report), "xblock: replay: 7 events, signal, as in the log (native)");
  report.native->logFailed = "died of SIGABRT";
  EXPECT_EQ(verdictLine(report), "xblock: replay: 7 events, signal; the run of the log: died of SIGABRT (native)");
  report.findings.clear();
  report.verdict = Verdict::Incomplete;
  EXPECT_EQ(verdictLine(report), "xblock: replay: 7 events, no failure; the run of the log: died of SIGABRT (native)");
  report.native->whole = false;
  EXPECT_EQ(verdictLine(report), "xblock: replay: 7 events, not to its end (native)");
}

TEST(Verdict, UsageAndUnsupportedGiveTheirReason) {
  Report report;
  report.verdict = Verdict::Usage;
  report.message = "the schedule does not fit the program: block 3 is of T7, which does not exist";
  EXPECT_EQ(verdictLine(report), "xblock: " + report.message);
  report.verdict = Verdict::Unsupported;
  report.unsupported = Finding{};
  report.unsupported->failure.message = "pthread_cancel at a.c:3";
  EXPECT_EQ(verdictLine(report), "xblock: unsupported: pthread_cancel at a.c:3");
}

TEST(Verdict, PublishedModesSayWhatTheyMiss) {
  Report report = completeReport();
  EXPECT_NE(allNotes(report).at(0).find("nested locks or condition variables"), std::string::npos);
  report.mode = "exitblock";
  EXPECT_NE(allNotes(report).at(0).find("can miss deadlocks"), std::string::npos);
  report.mode = "dpor";
  EXPECT_TRUE(allNotes(report).empty());
}

TEST(Verdict, ModesThatDoNotInterleaveRacyAccessesSaySo) {
  Report report = completeReport();
  report.mode = "sleep";
  ASSERT_EQ(allNotes(report).size(), 1u) << "nobody looked for races";
  EXPECT_EQ(allNotes(report)[0], "sleep does not interleave plain accesses outside every lock");
  report.checked = true;
  EXPECT_TRUE(allNotes(report).empty()) << "without a race there is nothing to tell";
  report.mode = "exitblock-rw";
  EXPECT_EQ(allNotes(report).size(), 2u) << "it can miss all races";
  report.mode = "sleep";
  report.findings = {dataRace()};
  report.verdict = Verdict::Failure;
  EXPECT_EQ(allNotes(report).size(), 1u);
  report.stoppedAtFailure = true;
  EXPECT_TRUE(allNotes(report).empty()) << "what was found is there, whatever the mode misses";
}

TEST(Verdict, DataRacesAreCountedApart) {
  Report report = reportOf(dataRace());
  report.stoppedAtFailure = false;
  report.schedules = 8;
  EXPECT_EQ(verdictLine(report), "xblock: failure: 1 data race in 8 schedules (exitblock-rw)");
  report.findings.insert(report.findings.begin(), lostUpdate());
  EXPECT_EQ(verdictLine(report),
            "xblock: failure: 1 failure in 1 of 8 schedules, 1 data race (exitblock-rw)");
  report.stoppedAtFailure = true;
  EXPECT_EQ(verdictLine(report), "xblock: failure: assertion in schedule 3, 1 data race "
                                 "(exitblock-rw); --keep-going searches the rest");
}

TEST(Verdict, WeakAtomicsAreNamedWithTheirNumber) {
  Report report = completeReport();
  report.mode = "dpor";
  report.weakAtomics = 1;
  report.notes = {"last"};
  std::vector<std::string> notes = allNotes(report);
  EXPECT_EQ(notes.at(0),
            "the program has 1 atomic access weaker than seq_cst; explored under sequential "
            "consistency only");
  EXPECT_EQ(notes.at(1), "last");
}

} // namespace
} // namespace xblock
