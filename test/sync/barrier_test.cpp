//===- barrier_test.cpp - every state of a barrier, every operation -----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/barrier.h"

#include <gtest/gtest.h>

#include <cstring>

namespace xblock {
namespace {

bool same(const Barrier &a, const Barrier &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

Barrier make(uint32_t count) {
  Barrier b;
  EXPECT_TRUE(b.init(count));
  return b;
}

TEST(BarrierInit, BytesThatInitDidNotWriteAreNoBarrier) {
  for (int byte : {0, 0xA5, 0xFF}) {
    Barrier b;
    std::memset(static_cast<void *>(&b), byte, sizeof b);
    EXPECT_FALSE(b.ready()) << byte;
    EXPECT_TRUE(b.init(2));
    EXPECT_TRUE(same(b, make(2)));
    EXPECT_TRUE(b.ready());
  }
}

TEST(BarrierInit, RefusesNoThreadsAndTooMany) {
  Barrier b = make(2), before = b;
  EXPECT_FALSE(b.init(0));
  EXPECT_FALSE(b.init(Barrier::kMost + 1));
  EXPECT_TRUE(same(b, before));
  EXPECT_TRUE(b.init(Barrier::kMost));
}

TEST(BarrierArrive, TheLastOfEachRoundLetsAllGo) {
  for (uint32_t count : {1u, 2u, 5u}) {
    Barrier b = make(count);
    for (int round = 0; round < 3; ++round) {
      for (uint32_t i = 1; i < count; ++i) {
        EXPECT_FALSE(b.arrive());
        EXPECT_EQ(b.waiting(), i);
      }
      EXPECT_TRUE(b.arrive());
      EXPECT_TRUE(same(b, make(count))) << "as it was before the round";
    }
  }
}

TEST(BarrierDestroy, RefusesWhileAThreadWaits) {
  Barrier b = make(2);
  b.arrive();
  Barrier before = b;
  EXPECT_FALSE(b.destroy());
  EXPECT_TRUE(same(b, before));
  b.arrive();
  EXPECT_TRUE(b.destroy());
  EXPECT_TRUE(b.destroyed());
  EXPECT_FALSE(b.ready());
  EXPECT_TRUE(b.init(1));
  EXPECT_FALSE(b.destroyed());
}

} // namespace
} // namespace xblock
