//===- schedule_test.cpp - the text form of schedules -------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/schedule.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace xblock::test {
namespace {

std::string refused(const char *text) {
  std::string error;
  EXPECT_FALSE(parseSchedule(text, &error)) << text;
  return error;
}

TEST(ScheduleText, IsAsTheHeaderShows) {
  Schedule schedule{{ThreadId(0), {}}, {ThreadId(0), {}}, {ThreadId(1), {}},  {ThreadId(2), {}},
                    {ThreadId(2), {}}, {ThreadId(2), {}}, {ThreadId(1), {1}}, {ThreadId(0), {}}};
  EXPECT_EQ(print(schedule), "x1:0x2.1.2x3.1c1.0");
  EXPECT_EQ(parseSchedule("x1:0x2.1.2x3.1c1.0", nullptr), schedule);
}

TEST(ScheduleText, AnEmptyScheduleIsThePrefix) {
  EXPECT_EQ(print({}), "x1:");
  EXPECT_EQ(parseSchedule("x1:", nullptr), Schedule{});
}

TEST(ScheduleText, BlocksWithChoicesAreNotPutTogether) {
  Schedule schedule{{ThreadId(3), {0, 2}}, {ThreadId(3), {0, 2}}, {ThreadId(3), {}}};
  EXPECT_EQ(print(schedule), "x1:3c0c2.3c0c2.3");
}

TEST(ScheduleText, ABlockThatWasCutSaysWhere) {
  Schedule schedule{{ThreadId(0), {}, {Cut::BeforeAcquire, 1}},
                    {ThreadId(0), {}, {Cut::AfterAcquire, 1}},
                    {ThreadId(0), {}, {Cut::AfterAccess, 1}},
                    {ThreadId(2), {3}, {Cut::BeforeAcquire, 12}},
                    {ThreadId(1), {}, {Cut::AtPoint, 2}}};
  EXPECT_EQ(print(schedule), "x1:0b1.0l1.0a1.2c3b12.1p2");
  EXPECT_EQ(parseSchedule("x1:0b1.0l1.0a1.2c3b12.1p2", nullptr), schedule);
  EXPECT_EQ(refused("x1:0b0"), "schedule \"x1:0b0\", character 6: acquires are counted from 1");
  EXPECT_EQ(refused("x1:0l0"), "schedule \"x1:0l0\", character 6: acquires are counted from 1");
  EXPECT_EQ(refused("x1:0a0"), "schedule \"x1:0a0\", character 6: accesses are counted from 1");
  EXPECT_EQ(refused("x1:0p0"), "schedule \"x1:0p0\", character 6: cancellation points are counted from 1");
  EXPECT_EQ(refused("x1:0a1l1"), "schedule \"x1:0a1l1\", character 7: expected '.' or the end");
}

TEST(ScheduleText, ShorterRunsAreTakenToo) {
  EXPECT_EQ(parseSchedule("x1:1x1.1.1x2", nullptr), parseSchedule("x1:1x4", nullptr));
}

TEST(ScheduleText, RefusalsSayWhereAndWhat) {
  EXPECT_EQ(refused(""), "schedule \"\", character 1: a schedule begins with \"x1:\"");
  EXPECT_EQ(refused("x2:0"), "schedule \"x2:0\", character 1: a schedule begins with \"x1:\"");
  EXPECT_EQ(refused("x1:a"), "schedule \"x1:a\", character 4: expected a thread number");
  EXPECT_EQ(refused("x1:0."), "schedule \"x1:0.\", character 6: expected a thread number");
  EXPECT_EQ(refused("x1:0..1"), "schedule \"x1:0..1\", character 6: expected a thread number");
  EXPECT_EQ(refused("x1:0x"), "schedule \"x1:0x\", character 6: expected a number of blocks");
  EXPECT_EQ(refused("x1:0x0"), "schedule \"x1:0x0\", character 6: a run of 0 blocks");
  EXPECT_EQ(refused("x1:0x2c1"), "schedule \"x1:0x2c1\", character 7: expected '.' or the end");
  EXPECT_EQ(refused("x1:0c"), "schedule \"x1:0c\", character 6: expected a choice");
  EXPECT_EQ(refused("x1:0c65536"),
            "schedule \"x1:0c65536\", character 6: a choice that is too large");
  EXPECT_EQ(refused("x1:4294967296"),
            "schedule \"x1:4294967296\", character 4: a thread number that is too large");
  EXPECT_EQ(refused("x1:01"),
            "schedule \"x1:01\", character 4: a thread number with a leading zero");
  EXPECT_EQ(refused("x1:0.1x10000000"),
            "schedule \"x1:0.1x10000000\", character 8: more than 10000000 blocks");
  EXPECT_EQ(refused("x1:0 "), "schedule \"x1:0 \", character 5: expected '.' or the end");
  EXPECT_EQ(refused("x1:-1"), "schedule \"x1:-1\", character 4: expected a thread number");
}

TEST(ScheduleText, EverySchedulePrintsToATextThatParsesToIt) {
  std::mt19937_64 rng(7);
  for (int i = 0; i < 2000; ++i) {
    Schedule schedule(rng() % 40);
    for (Step &step : schedule) {
      step.thread = ThreadId(rng() % 10 ? rng() % 3 : rng());
      if (rng() % 4 == 0)
        step.choices.assign(1 + rng() % 3, static_cast<uint16_t>(rng() % 5 ? rng() % 4 : rng()));
      if (rng() % 3 == 0)
        step.cut = {std::array{Cut::BeforeAcquire, Cut::AfterAccess, Cut::AfterAcquire}[rng() % 3], 1 + rng() % 3};
    }
    std::string error;
    EXPECT_EQ(parseSchedule(print(schedule), &error), schedule) << error;
  }
}

TEST(ScheduleText, AnyTextIsRefusedOrPrintsToOneThatMeansTheSame) {
  constexpr std::string_view kAlphabet = "x1:0123.xcbal. -";
  std::mt19937_64 rng(8);
  int taken = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = "x1:";
    for (size_t n = rng() % 8; n > 0; --n)
      text += kAlphabet[rng() % kAlphabet.size()];
    std::string error;
    auto schedule = parseSchedule(text, &error);
    if (schedule && schedule->size() < 1000) {
      ++taken;
      EXPECT_EQ(parseSchedule(print(*schedule), nullptr), schedule) << text;
    } else if (!schedule) {
      EXPECT_FALSE(error.empty());
    }
  }
  EXPECT_GT(taken, 1000);
}

} // namespace
} // namespace xblock::test
