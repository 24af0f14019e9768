//===- guard_test.cpp - every state of a guard variable, every operation -----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/guard.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace xblock {
namespace {

constexpr ThreadId kA{0};
constexpr ThreadId kB{4};

/// The guard variable of the program, as the compiler lays it out.
struct Object {
  uint64_t native = 0;
  Guard &guard() { return *Guard::at(&native); }
  bool firstByte() {
    unsigned char b;
    std::memcpy(&b, &native, 1);
    return b != 0;
  }
};

TEST(Guard, ZeroMeansNotInitialised) {
  Object o;
  EXPECT_FALSE(o.guard().done());
  EXPECT_FALSE(o.guard().busy());
}

TEST(Guard, FirstByteIsSetByReleaseAndNotBefore) {
  Object o;
  EXPECT_EQ(o.guard().acquire(kA), GuardResult::Proceed);
  EXPECT_TRUE(o.guard().busy());
  EXPECT_EQ(o.guard().owner(), kA);
  EXPECT_FALSE(o.firstByte());
  EXPECT_TRUE(o.guard().release(kA));
  EXPECT_TRUE(o.firstByte());
  EXPECT_FALSE(o.guard().busy());
  EXPECT_EQ(o.guard().acquire(kA), GuardResult::AlreadyDone);
  EXPECT_EQ(o.guard().acquire(kB), GuardResult::AlreadyDone);
}

TEST(Guard, OthersWaitWhileOneInitialisesAndItsOwnerRecurses) {
  Object o;
  EXPECT_EQ(o.guard().acquire(kB), GuardResult::Proceed);
  uint64_t before = o.native;
  EXPECT_EQ(o.guard().acquire(kA), GuardResult::WouldBlock);
  EXPECT_EQ(o.guard().acquire(kB), GuardResult::Recursive);
  EXPECT_EQ(o.native, before);
}

TEST(Guard, AbortLetsTheNextInitialise) {
  Object o;
  EXPECT_EQ(o.guard().acquire(kA), GuardResult::Proceed);
  EXPECT_TRUE(o.guard().abort(kA));
  EXPECT_EQ(o.native, 0u);
  EXPECT_EQ(o.guard().acquire(kB), GuardResult::Proceed);
  EXPECT_TRUE(o.guard().release(kB));
  EXPECT_TRUE(o.guard().done());
}

TEST(Guard, OnlyTheThreadThatInitialisesEndsIt) {
  Object o;
  EXPECT_FALSE(o.guard().release(kA));
  EXPECT_FALSE(o.guard().abort(kA));
  EXPECT_EQ(o.native, 0u);
  o.guard().acquire(kB);
  uint64_t busy = o.native;
  EXPECT_FALSE(o.guard().release(kA));
  EXPECT_FALSE(o.guard().abort(kA));
  EXPECT_EQ(o.native, busy);
  o.guard().release(kB);
  uint64_t done = o.native;
  EXPECT_FALSE(o.guard().release(kB));
  EXPECT_FALSE(o.guard().abort(kB));
  EXPECT_EQ(o.native, done);
}

} // namespace
} // namespace xblock
