//===- text_test.cpp ----------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "samples.h"

#include <gtest/gtest.h>
#include <regex>

namespace xblock {
namespace {

TEST(Text, AFailureShowsWhatReplaysItAndAllBefore) {
  EXPECT_EQ(printText(reportOf(lostUpdate()), false),
            R"(assertion: x == 2
  in schedule 3
  threads
    main  failed
      #0 check(int)  /src/lost.c:20
      #1 main  /src/lost.c:31
    T1    ended
    T2    ended
  schedule
        main                 T1                   T2
    1   start T1 lost.c:27
    2   start T2 lost.c:28
    3                        lock m   lost.c:9
                             read x   lost.c:10
                             unlock m lost.c:11
    4                                             lock m   lost.c:9
                                                  read x   lost.c:10
                                                  unlock m lost.c:11
    5                                             lock m   lost.c:12
                                                  write x  lost.c:13
                                                  unlock m lost.c:14
                                                  end
    6                        lock m   lost.c:12
                             write x  lost.c:13
                             unlock m lost.c:14
                             end
    7   join T1  lost.c:29
        join T2  lost.c:30
        assertion
  output
    | x is 1
  replay
    xblock replay x1:0x2.1.2x2.1.0 -- ./lost 'a b' 'it'\''s'

xblock: failure: assertion in schedule 3 (exitblock-rw); --keep-going searches the rest
)");
}

TEST(Text, ADeadlockShowsWhoWaitsForWhat) {
  EXPECT_EQ(printText(reportOf(deadlock()), false),
            R"(deadlock: 2 threads wait for each other
  in schedule 1
  threads
    T1  waits
      #0 first  /src/dead.c:4
    T2  waits
      #0 second  /src/dead.c:9
  waits for
    T1 -> mutex b -> T2
    T2 -> mutex a -> T1
  replay
    xblock replay x1:0.1c1c0 -- ./lost 'a b' 'it'\''s'

xblock: failure: deadlock in schedule 1 (exitblock-rw); --keep-going searches the rest
)");
}

TEST(Text, AFailureFoundAgainIsCounted) {
  Finding finding = deadlock();
  finding.count = 3;
  EXPECT_NE(printText(reportOf(finding), false).find("  in schedule 1, and in 2 more\n"),
            std::string::npos);
}

TEST(Text, ADataRaceShowsBothAccessesWithTheirLocks) {
  std::string text = printText(reportOf(dataRace()), false);
  EXPECT_NE(text.find("race: data race on x: T1 writes at race.c:4 (holding nothing), T2 reads at "
                      "race.c:9 (holding mutex m)\n"
                      "  in schedule 2\n"
                      "  accesses\n"
                      "    T1  writes x, holding nothing\n"
                      "      #0 first  /src/race.c:4\n"
                      "    T2  reads x, holding mutex m\n"
                      "      #0 second  /src/race.c:9\n"),
            std::string::npos)
      << text;
}

// Threads are created, as in reports of failures, at a place and as the how many-th there.
TEST(Text, ADataRaceTellsWhereItsThreadsWereCreated) {
  Finding race = dataRace();
  for (ThreadReport thread; const AccessReport &access : race.accesses) {
    thread.thread = access.thread;
    thread.name = access.name;
    thread.state = "ready";
    thread.createdFile = "/src/race.c";
    thread.createdLine = 20;
    ++thread.createdNumber;
    race.threads.push_back(thread);
  }
  std::string text = printText(reportOf(race), false);
  EXPECT_NE(text.find("      #0 first  /src/race.c:4\n"
                      "      created at /src/race.c:20#1\n"
                      "    T2  reads x, holding mutex m\n"
                      "      #0 second  /src/race.c:9\n"
                      "      created at /src/race.c:20#2\n"),
            std::string::npos)
      << text;
  EXPECT_NE(printJson(reportOf(race)).find("\"number\": 2"), std::string::npos);
}

TEST(Text, AHeapFailureShowsWhoAllocatedAndFreed) {
  std::string text = printText(reportOf(useAfterFree()), false);
  EXPECT_NE(text.find("  memory\n"
                      "    freed by main\n"
                      "      #0 giveBack  /src/heap.c:7\n"
                      "    allocated by T1\n"
                      "      #0 make  /src/heap.c:3\n"
                      "      #1 work  /src/heap.c:9\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(printText(reportOf(lostUpdate()), false).find("memory"), std::string::npos);
}

TEST(Text, BoundsAndRemainsFollowTheVerdict) {
  Report report = completeReport();
  report.mode = "dpor";
  report.upTo = {"calls of strtok"};
  report.notes = {"a note"};
  EXPECT_EQ(printText(report, false),
            "xblock: complete up to what follows: 8 schedules, 0 failures (dpor)\n"
            "  up to: calls of strtok\n"
            "  note: a note\n");
  report.verdict = Verdict::Incomplete;
  report.upTo = {};
  report.left = {"--max-schedules=8 reached, 5 branches left"};
  EXPECT_EQ(printText(report, false), "xblock: incomplete: 8 schedules, 0 failures (dpor)\n"
                                      "  left: --max-schedules=8 reached, 5 branches left\n"
                                      "  note: a note\n");
}

TEST(Text, LongRemarksAreBroken) {
  Report report = completeReport();
  report.mode = "dpor";
  report.notes = {std::string(60, 'a') + " " + std::string(60, 'b')};
  EXPECT_NE(
      printText(report, false)
          .find("  note: " + std::string(60, 'a') + "\n        " + std::string(60, 'b') + "\n"),
      std::string::npos);
}

TEST(Text, UnsupportedShowsWhereItHappened) {
  Report report;
  report.verdict = Verdict::Unsupported;
  report.mode = "dpor";
  report.unsupported = Finding{};
  report.unsupported->failure.message = "pthread_cancel";
  report.unsupported->foundAt = 2;
  report.unsupported->threads = {threadOf(0, "main", "running")};
  report.unsupported->threads[0].stack = {{0, "main", "/src/a.c", 3}};
  EXPECT_EQ(printText(report, false), "unsupported: pthread_cancel\n"
                                      "  in schedule 2\n"
                                      "  threads\n"
                                      "    main  running\n"
                                      "      #0 main  /src/a.c:3\n"
                                      "\n"
                                      "xblock: unsupported: pthread_cancel\n");
}

TEST(Text, OutputKeepsItsLinesAndLosesControlBytes) {
  Finding finding = deadlock();
  finding.output = "one\n\n\x1b[2Jtwo";
  EXPECT_NE(printText(reportOf(finding), false).find("    | one\n    | \n    | \\x1b[2Jtwo\n"),
            std::string::npos);
}

TEST(Text, ColourChangesNoText) {
  for (const Report &report : {reportOf(lostUpdate()), reportOf(deadlock()), completeReport()}) {
    std::string colored = printText(report, true);
    EXPECT_NE(colored.find("\x1b[1;3"), std::string::npos);
    EXPECT_EQ(std::regex_replace(colored, std::regex("\x1b\\[[0-9;]*m"), ""),
              printText(report, false));
  }
}

} // namespace
} // namespace xblock
