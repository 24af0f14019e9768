//===- join_pairs_test.cpp - which joins could overlap ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/join_pairs.h"

#include <gtest/gtest.h>

namespace xblock {
namespace {

constexpr ThreadId kMain{0}, kFirst{1}, kSecond{2};

Resource endOf(ThreadId t) { return {ResourceKind::ThreadEnd, index(t)}; }
Resource joinOf(ThreadId t) { return {ResourceKind::Join, index(t)}; }

struct Pairs {
  JoinPairs pairs;
  std::vector<Resource> found;
  size_t depth = 0;

  void attempt(ThreadId t, const Outcome &out) {
    pairs.note(t, out, [this](Resource r) { found.push_back(r); });
  }
  void executed(ThreadId t, const Outcome &out) {
    attempt(t, out);
    pairs.executed(t, out);
    ++depth;
  }
  void joins(ThreadId t, std::vector<ThreadId> all) {
    Outcome out;
    for (ThreadId joined : all)
      out.wanted.push_back(endOf(joined));
    out.joined = all;
    executed(t, out);
  }
  void givesUp(ThreadId t, ThreadId joined) {
    Outcome out;
    out.tried.push_back(joinOf(joined));
    executed(t, out);
  }
  void begin() { pairs.truncate(depth = 0); }
};

TEST(JoinPairs, TwoThatDoNotKnowOfEachOther) {
  Pairs p;
  p.givesUp(kSecond, kFirst);
  EXPECT_TRUE(p.found.empty());
  p.joins(kMain, {kFirst});
  EXPECT_EQ(p.found, std::vector{joinOf(kFirst)});
}

TEST(JoinPairs, AttemptsThatWereBlockedCount) {
  Pairs p;
  Outcome blocked;
  blocked.wanted.push_back(endOf(kFirst));
  p.attempt(kSecond, blocked);
  p.begin();
  p.givesUp(kMain, kFirst);
  EXPECT_EQ(p.found, std::vector{joinOf(kFirst)});
}

TEST(JoinPairs, OneThatJoinsTheOtherFirstIsLater) {
  Pairs p;
  p.joins(kMain, {kSecond, kFirst}); // in one block
  p.begin();
  p.givesUp(kSecond, kFirst);
  p.joins(kMain, {kSecond});
  p.joins(kMain, {kFirst});
  EXPECT_TRUE(p.found.empty());
}

TEST(JoinPairs, OneThatJoinsTheOtherSecondIsNot) {
  Pairs p;
  p.givesUp(kSecond, kFirst);
  p.joins(kMain, {kFirst, kSecond});
  EXPECT_EQ(p.found, std::vector{joinOf(kFirst)});
}

TEST(JoinPairs, OneThatJoinedTheOtherInAnotherScheduleIsNot) {
  Pairs p;
  p.joins(kMain, {kSecond, kFirst});
  p.begin();
  p.joins(kMain, {kFirst});
  p.begin();
  p.givesUp(kSecond, kFirst);
  EXPECT_EQ(p.found, std::vector{joinOf(kFirst)});
}

TEST(JoinPairs, OneThreadMayTryAgain) {
  Pairs p;
  p.givesUp(kMain, kFirst);
  p.joins(kMain, {kFirst});
  EXPECT_TRUE(p.found.empty());
}

} // namespace
} // namespace xblock
