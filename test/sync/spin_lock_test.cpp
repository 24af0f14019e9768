//===- spin_lock_test.cpp - every state of a spin lock, every operation -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/spin_lock.h"

#include <gtest/gtest.h>
#include <pthread.h>

namespace xblock {
namespace {

constexpr ThreadId kA{0};
constexpr ThreadId kB{1999}; // the last that can be

TEST(SpinLockInit, IntsThatInitDidNotWriteAreNoLock) {
  for (int value : {0, 1, -1}) { // glibc's own free lock is 1 or 0
    pthread_spinlock_t native = value;
    EXPECT_FALSE(SpinLock::at(const_cast<int *>(&native))->ready()) << value;
    EXPECT_FALSE(SpinLock::at(const_cast<int *>(&native))->destroyed()) << value;
  }
}

TEST(SpinLock, IsOfOneThreadAtATime) {
  for (ThreadId first : {kA, kB}) {
    ThreadId second = first == kA ? kB : kA;
    SpinLock l;
    l.init();
    EXPECT_TRUE(l.ready());
    EXPECT_TRUE(l.free());
    EXPECT_FALSE(l.unlock(first));
    EXPECT_TRUE(l.take(first));
    EXPECT_TRUE(l.ready());
    EXPECT_TRUE(l.heldBy(first));
    EXPECT_FALSE(l.heldBy(second));
    EXPECT_EQ(l.owner(), first);
    EXPECT_FALSE(l.take(first));
    EXPECT_FALSE(l.take(second));
    EXPECT_FALSE(l.unlock(second));
    EXPECT_TRUE(l.heldBy(first)) << "what did not succeed changed nothing";
    EXPECT_TRUE(l.unlock(first));
    EXPECT_TRUE(l.take(second));
  }
}

TEST(SpinLockDestroy, RefusesWhileHeld) {
  SpinLock l;
  l.init();
  l.take(kB);
  EXPECT_FALSE(l.destroy());
  EXPECT_TRUE(l.heldBy(kB));
  l.unlock(kB);
  EXPECT_TRUE(l.destroy());
  EXPECT_TRUE(l.destroyed());
  EXPECT_FALSE(l.ready());
  l.init();
  EXPECT_TRUE(l.free());
}

} // namespace
} // namespace xblock
