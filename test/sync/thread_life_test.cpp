//===- thread_life_test.cpp - every life of a thread, every join and detach --------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/thread_life.h"

#include <gtest/gtest.h>

namespace xblock {
namespace {

constexpr ThreadId kSelf{3};
constexpr ThreadId kOther{0};

struct Flags {
  bool ended, detached, joined;
  friend bool operator==(const Flags &, const Flags &) = default;
};
Flags flags(const ThreadLife &l) { return {l.ended(), l.detached(), l.joined()}; }

ThreadLife make(Flags f) {
  ThreadLife l;
  if (f.detached)
    EXPECT_EQ(l.detach(), DetachResult::Detached);
  if (f.ended)
    l.end();
  if (f.joined)
    EXPECT_EQ(l.join(kSelf, kOther), JoinResult::Joined);
  EXPECT_EQ(flags(l), f);
  return l;
}

// The five states that invariant 1 allows.
constexpr Flags kRunning{false, false, false};
constexpr Flags kRunningDetached{false, true, false};
constexpr Flags kEnded{true, false, false};
constexpr Flags kEndedDetached{true, true, false};
constexpr Flags kJoined{true, false, true};

TEST(ThreadLife, BeginsRunningAndJoinable) {
  ThreadLife l;
  EXPECT_EQ(flags(l), kRunning);
  EXPECT_TRUE(l.running());
  EXPECT_FALSE(l.gone());
}

TEST(ThreadLife, JoinTable) {
  const struct {
    Flags before;
    JoinResult byOther, bySelf;
    Flags after; // of the join by another thread; one by itself changes nothing
  } rows[] = {
      {kRunning, JoinResult::WouldBlock, JoinResult::Self, kRunning},
      {kRunningDetached, JoinResult::OfDetached, JoinResult::OfDetached, kRunningDetached},
      {kEnded, JoinResult::Joined, JoinResult::Self, kJoined},
      {kEndedDetached, JoinResult::OfDetached, JoinResult::OfDetached, kEndedDetached},
      {kJoined, JoinResult::JoinedBefore, JoinResult::JoinedBefore, kJoined},
  };
  for (const auto &row : rows) {
    ThreadLife l = make(row.before);
    EXPECT_EQ(l.join(kSelf, kSelf), row.bySelf);
    EXPECT_EQ(flags(l), row.before);
    EXPECT_EQ(l.join(kSelf, kOther), row.byOther);
    EXPECT_EQ(flags(l), row.after);
  }
}

TEST(ThreadLife, OthersMayNotJoinWhileOneWaits) {
  ThreadLife l = make(kRunning);
  l.wait(kOther);
  constexpr ThreadId kThird{5};
  EXPECT_TRUE(l.waitedForBy(kOther));
  EXPECT_TRUE(l.waitedForByOther(kThird));
  EXPECT_FALSE(l.waitedForByOther(kOther));
  EXPECT_EQ(l.waiter(), kOther);
  EXPECT_EQ(l.join(kSelf, kThird), JoinResult::WaitedFor);
  EXPECT_EQ(l.join(kSelf, kOther), JoinResult::WouldBlock);
  ThreadLife gaveUp = l;
  gaveUp.stopWaiting();
  EXPECT_EQ(gaveUp.join(kSelf, kThird), JoinResult::WouldBlock);
  l.end();
  EXPECT_EQ(l.join(kSelf, kThird), JoinResult::WaitedFor);
  EXPECT_EQ(l.join(kSelf, kOther), JoinResult::Joined);
  EXPECT_EQ(l.join(kSelf, kThird), JoinResult::JoinedBefore);
  EXPECT_FALSE(l.waitedForByOther(kThird));
}

TEST(ThreadLife, DetachTable) {
  const struct {
    Flags before;
    DetachResult result;
    Flags after;
  } rows[] = {
      {kRunning, DetachResult::Detached, kRunningDetached},
      {kRunningDetached, DetachResult::DetachedBefore, kRunningDetached},
      {kEnded, DetachResult::Detached, kEndedDetached},
      {kEndedDetached, DetachResult::DetachedBefore, kEndedDetached},
      {kJoined, DetachResult::JoinedBefore, kJoined},
  };
  for (const auto &row : rows) {
    ThreadLife l = make(row.before);
    EXPECT_EQ(l.detach(), row.result);
    EXPECT_EQ(flags(l), row.after);
  }
}

TEST(ThreadLife, EndKeepsWhetherItIsDetached) {
  ThreadLife l = make(kRunning), d = make(kRunningDetached);
  l.end();
  d.end();
  EXPECT_EQ(flags(l), kEnded);
  EXPECT_EQ(flags(d), kEndedDetached);
  EXPECT_FALSE(l.running());
}

TEST(ThreadLife, IsGoneWhenEndedAndJoinedOrDetached) {
  EXPECT_FALSE(make(kRunning).gone());
  EXPECT_FALSE(make(kRunningDetached).gone());
  EXPECT_FALSE(make(kEnded).gone());
  EXPECT_TRUE(make(kEndedDetached).gone());
  EXPECT_TRUE(make(kJoined).gone());
}

} // namespace
} // namespace xblock
