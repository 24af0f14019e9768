//===- lanes_test.cpp ---------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/lanes.h"
#include "samples.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace xblock {
namespace {

std::string lanes(const Finding &finding) { return printLanes(finding, Paint(false)); }

TEST(Lanes, AThreadHasAColumnAndABlockARow) {
  Finding finding = lostUpdate();
  finding.blocks.erase(finding.blocks.begin() + 1, finding.blocks.begin() + 5);
  EXPECT_EQ(lanes(finding), //
            "        main                 T1\n"
            "    1   start T1 lost.c:27\n"
            "    2                        lock m   lost.c:12\n"
            "                             write x  lost.c:13\n"
            "                             unlock m lost.c:14\n"
            "                             end\n"
            "    3   join T1  lost.c:29\n"
            "        join T2  lost.c:30\n"
            "        assertion\n");
}

TEST(Lanes, AreOrderedByThreadNotByTheFirstBlock) {
  Finding finding;
  finding.failure.kind = FailureKind::Deadlock;
  finding.blocks = {{ThreadId{2}, {}}, {ThreadId{1}, {eventOf("post")}}};
  EXPECT_EQ(lanes(finding), //
            "        T1     T2\n"
            "    1          -\n"
            "    2   post\n");
}

TEST(Lanes, ThatDoNotFitBecomeMarks) {
  Finding finding;
  finding.failure.kind = FailureKind::Deadlock;
  std::string longText(40,
                       'e'); // three lanes of 40, three gaps of 3 and the margin are more than 110
  for (uint32_t i = 0; i < 3; ++i)
    finding.blocks.push_back({ThreadId{i}, {eventOf(longText)}});
  EXPECT_EQ(lanes(finding), //
            "      T0 T1 T2\n"
            "    1 *          " +
                longText +
                "\n"
                "    2    *       " +
                longText +
                "\n"
                "    3       *    " +
                longText + "\n");
}

TEST(Lanes, ALongScheduleLosesItsMiddle) {
  Finding finding;
  finding.failure.kind = FailureKind::Deadlock;
  for (int i = 0; i < 60; ++i)
    finding.blocks.push_back({ThreadId{0}, {eventOf(i % 2 ? "a" : "b")}});
  std::string all = lanes(finding);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 61); // the names and 60 rows
  finding.blocks.push_back({ThreadId{0}, {eventOf("b")}});
  std::string some = lanes(finding);
  EXPECT_EQ(std::count(some.begin(), some.end(), '\n'),
            62); // the names, 20 rows, what is left out, 40 rows
  EXPECT_NE(some.find("    20   a\n         1 block left out\n    22   a\n"), std::string::npos)
      << some;
}

TEST(Lanes, BlocksInARowThatDoTheSameAreOneRow) {
  Finding finding;
  finding.failure.kind = FailureKind::Livelock;
  std::vector<Event> read = {eventOf("read x", "a.c", 3)};
  finding.blocks = {{ThreadId{0}, {}},   {ThreadId{1}, read}, {ThreadId{1}, read},
                    {ThreadId{1}, read}, {ThreadId{0}, read}, {ThreadId{1}, {}}};
  EXPECT_EQ(lanes(finding), //
            "          T0             T1\n"
            "      1   -\n"
            "    2-4                  read x a.c:3\n"
            "      5   read x a.c:3\n"
            "      6                  -\n");
}

TEST(Lanes, BecomeMarksOnANarrowTerminal) {
  Finding finding;
  finding.failure.kind = FailureKind::Deadlock;
  finding.blocks = {{ThreadId{0}, {eventOf("lock a")}}, {ThreadId{1}, {eventOf("lock b")}}};
  // The margin of 5, two gaps of 3 and two lanes of 6 are 23 columns.
  EXPECT_EQ(printLanes(finding, Paint(false), 23), //
            "        T0       T1\n"
            "    1   lock a\n"
            "    2            lock b\n");
  EXPECT_EQ(printLanes(finding, Paint(false), 22), //
            "      T0 T1\n"
            "    1 *       lock a\n"
            "    2    *    lock b\n");
}

TEST(Lanes, ControlBytesInNamesDoNotReachTheTerminal) {
  Finding finding;
  finding.failure.kind = FailureKind::Deadlock;
  finding.threads = {threadOf(0, "\x1b[1m", "ended")};
  finding.blocks = {{ThreadId{0}, {eventOf("lock \x1b")}}};
  EXPECT_EQ(lanes(finding).find('\x1b'), std::string::npos);
}

TEST(Lanes, NoBlocksPrintNothing) { EXPECT_EQ(lanes(Finding{}), ""); }

} // namespace
} // namespace xblock
