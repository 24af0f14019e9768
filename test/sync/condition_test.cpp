//===- condition_test.cpp - waiting, signals and broadcasts, counted ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/condition.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstring>

namespace xblock {
namespace {

constexpr uint64_t kMutex = 0x1000;
constexpr uint64_t kOther = 0x2000;

Condition make() {
  Condition c;
  c.init();
  return c;
}

bool same(const Condition &a, const Condition &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(Condition, StaticInitialiserHasNoWaiters) {
  pthread_cond_t native = PTHREAD_COND_INITIALIZER;
  Condition *c = Condition::at(&native);
  EXPECT_TRUE(same(*c, make()));
  EXPECT_EQ(c->waiters(), 0u);
  EXPECT_EQ(c->mutex(), 0u);
  EXPECT_FALSE(c->destroyed());
}

TEST(Condition, InitWipesWhateverWasThere) {
  pthread_cond_t native;
  std::memset(&native, 0xA5, sizeof native);
  Condition *c = Condition::at(&native);
  c->init();
  EXPECT_TRUE(same(*c, make()));
}

TEST(Condition, RemembersTheMutexOnlyWhileSomebodyWaits) {
  Condition c = make();
  EXPECT_EQ(c.wait(kMutex), WaitResult::Waiting);
  EXPECT_EQ(c.wait(kMutex), WaitResult::Waiting);
  EXPECT_EQ(c.mutex(), kMutex);
  EXPECT_EQ(c.waiters(), 2u);
  c.leave();
  EXPECT_EQ(c.mutex(), kMutex);
  c.leave();
  EXPECT_TRUE(same(c, make()));
  EXPECT_EQ(c.wait(kOther), WaitResult::Waiting);
  EXPECT_EQ(c.mutex(), kOther);
}

TEST(Condition, RefusesASecondMutexWhileSomebodyWaitsWithTheFirst) {
  Condition c = make();
  EXPECT_EQ(c.wait(kMutex), WaitResult::Waiting);
  Condition before = c;
  EXPECT_EQ(c.wait(kOther), WaitResult::OtherMutex);
  EXPECT_TRUE(same(c, before));
}

TEST(Condition, SignalIsLostForNobodyCertainForOneAndAChoiceFromTwoOn) {
  Condition c = make();
  EXPECT_EQ(c.signal(), SignalResult::Nobody);
  c.wait(kMutex);
  EXPECT_EQ(c.signal(), SignalResult::OnlyOne);
  for (uint32_t n = 2; n < 10; ++n) {
    c.wait(kMutex);
    Condition before = c;
    EXPECT_EQ(c.signal(), SignalResult::Choice);
    EXPECT_EQ(c.waiters(), n);
    EXPECT_TRUE(same(c, before)) << "asking changes nothing";
  }
  for (int i = 0; i < 8; ++i)
    c.leave();
  EXPECT_EQ(c.signal(), SignalResult::OnlyOne);
  c.leave();
  EXPECT_EQ(c.signal(), SignalResult::Nobody);
}

TEST(Condition, BroadcastWakesAllAndForgetsTheMutex) {
  for (uint32_t n : {0u, 1u, 2u, 7u}) {
    Condition c = make();
    for (uint32_t i = 0; i < n; ++i)
      c.wait(kMutex);
    EXPECT_EQ(c.broadcast(), n);
    EXPECT_TRUE(same(c, make()));
    EXPECT_EQ(c.broadcast(), 0u);
  }
}

TEST(Condition, DestroyRefusesWhileSomebodyWaits) {
  Condition c = make();
  c.wait(kMutex);
  Condition before = c;
  EXPECT_FALSE(c.destroy());
  EXPECT_TRUE(same(c, before));
  c.leave();
  EXPECT_TRUE(c.destroy());
  EXPECT_TRUE(c.destroyed());
  c.init();
  EXPECT_FALSE(c.destroyed());
}

} // namespace
} // namespace xblock
