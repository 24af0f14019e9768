//===- once_test.cpp - every state of a pthread_once_t, every operation ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/once.h"

#include <gtest/gtest.h>
#include <pthread.h>

namespace xblock {
namespace {

constexpr ThreadId kA{0};
constexpr ThreadId kB{4};

/// The program's object, and ours over it.
struct Object {
  pthread_once_t native = PTHREAD_ONCE_INIT;
  Once &once() { return *Once::at(&native); }
};

TEST(Once, InitialiserMeansNotCalled) {
  Object o;
  EXPECT_FALSE(o.once().done());
  EXPECT_FALSE(o.once().busy());
}

TEST(Once, RunsOnceAndIsThenDoneForEveryone) {
  Object o;
  EXPECT_EQ(o.once().begin(kA), OnceResult::RunIt);
  EXPECT_TRUE(o.once().busy());
  EXPECT_EQ(o.once().owner(), kA);
  EXPECT_TRUE(o.once().finish(kA));
  EXPECT_TRUE(o.once().done());
  EXPECT_FALSE(o.once().busy());
  EXPECT_EQ(o.once().begin(kA), OnceResult::Done);
  EXPECT_EQ(o.once().begin(kB), OnceResult::Done);
}

TEST(Once, OthersWaitWhileOneRunsAndTheRunnerRecurses) {
  Object o;
  EXPECT_EQ(o.once().begin(kB), OnceResult::RunIt);
  EXPECT_EQ(o.once().owner(), kB);
  pthread_once_t before = o.native;
  EXPECT_EQ(o.once().begin(kA), OnceResult::WouldBlock);
  EXPECT_EQ(o.once().begin(kB), OnceResult::Recursive);
  EXPECT_EQ(o.native, before);
}

TEST(Once, AbortLetsTheNextRunIt) {
  Object o;
  EXPECT_EQ(o.once().begin(kA), OnceResult::RunIt);
  EXPECT_TRUE(o.once().abort(kA));
  EXPECT_EQ(o.native, PTHREAD_ONCE_INIT);
  EXPECT_EQ(o.once().begin(kB), OnceResult::RunIt);
  EXPECT_TRUE(o.once().finish(kB));
  EXPECT_TRUE(o.once().done());
}

TEST(Once, OnlyTheRunnerEndsIt) {
  Object o;
  EXPECT_FALSE(o.once().finish(kA));
  EXPECT_FALSE(o.once().abort(kA));
  EXPECT_EQ(o.native, PTHREAD_ONCE_INIT);
  o.once().begin(kB);
  pthread_once_t busy = o.native;
  EXPECT_FALSE(o.once().finish(kA));
  EXPECT_FALSE(o.once().abort(kA));
  EXPECT_EQ(o.native, busy);
  o.once().finish(kB);
  pthread_once_t done = o.native;
  EXPECT_FALSE(o.once().finish(kB));
  EXPECT_FALSE(o.once().abort(kB));
  EXPECT_EQ(o.native, done);
}

TEST(Once, KeepsTheLargestThreadNumber) {
  // 30 bits hold index + 1.
  Object o;
  ThreadId last{(1u << 30) - 2};
  EXPECT_EQ(o.once().begin(last), OnceResult::RunIt);
  EXPECT_EQ(o.once().owner(), last);
  EXPECT_TRUE(o.once().finish(last));
}

} // namespace
} // namespace xblock
