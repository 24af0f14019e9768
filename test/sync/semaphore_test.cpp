//===- semaphore_test.cpp - every state of a semaphore, every operation -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/semaphore.h"

#include <gtest/gtest.h>

#include <cstring>

namespace xblock {
namespace {

Semaphore make(uint32_t value) {
  Semaphore s;
  EXPECT_TRUE(s.init(value));
  return s;
}

bool same(const Semaphore &a, const Semaphore &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(SemaphoreInit, BytesThatInitDidNotWriteAreNoSemaphore) {
  for (int byte : {0, 0xA5, 0xFF}) {
    Semaphore s;
    std::memset(static_cast<void *>(&s), byte, sizeof s);
    EXPECT_FALSE(s.ready()) << byte;
    EXPECT_FALSE(s.destroyed()) << byte;
  }
}

TEST(SemaphoreInit, WipesWhateverWasThere) {
  Semaphore s;
  std::memset(static_cast<void *>(&s), 0xA5, sizeof s);
  EXPECT_TRUE(s.init(3));
  EXPECT_TRUE(s.ready());
  EXPECT_TRUE(same(s, make(3)));
  EXPECT_EQ(s.value(), 3u);
}

TEST(SemaphoreInit, RefusesMoreThanTheLargestValue) {
  Semaphore s = make(1), before = s;
  EXPECT_FALSE(s.init(Semaphore::kMax + 1));
  EXPECT_TRUE(same(s, before));
  EXPECT_TRUE(s.init(Semaphore::kMax));
}

TEST(SemaphoreTake, TakesWhatIsThereAndNoMore) {
  Semaphore s = make(2);
  EXPECT_TRUE(s.take());
  EXPECT_TRUE(s.take());
  EXPECT_TRUE(same(s, make(0)));
  EXPECT_FALSE(s.take());
  EXPECT_TRUE(same(s, make(0)));
}

TEST(SemaphorePost, AddsOneUpToTheLargestValue) {
  Semaphore s = make(0);
  EXPECT_TRUE(s.post());
  EXPECT_TRUE(same(s, make(1)));
  s = make(Semaphore::kMax);
  EXPECT_FALSE(s.post());
  EXPECT_TRUE(same(s, make(Semaphore::kMax)));
}

TEST(SemaphoreDestroy, LeavesAnObjectThatIsNoneUntilInit) {
  Semaphore s = make(1);
  s.destroy();
  EXPECT_TRUE(s.destroyed());
  EXPECT_FALSE(s.ready());
  EXPECT_TRUE(s.init(0));
  EXPECT_TRUE(s.ready());
  EXPECT_FALSE(s.destroyed());
}

} // namespace
} // namespace xblock
