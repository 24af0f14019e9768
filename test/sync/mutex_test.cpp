//===- mutex_test.cpp - every state of a mutex, every operation, every result ------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/mutex.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <cstring>
#include <string>

namespace xblock {
namespace {

constexpr ThreadId kA{0};
constexpr ThreadId kB{7};

using Bytes = std::array<unsigned char, sizeof(pthread_mutex_t)>;
Bytes bytes(const Mutex &m) {
  Bytes b;
  std::memcpy(b.data(), &m, b.size());
  return b;
}

/// The program's object, and ours over it.
struct Object {
  pthread_mutex_t native;
  explicit Object(const pthread_mutex_t &initialiser = PTHREAD_MUTEX_INITIALIZER)
      : native(initialiser) {}
  Mutex &mutex() { return *Mutex::at(&native); }
};

Mutex make(MutexKind kind) {
  Mutex m;
  m.init(kind);
  return m;
}

constexpr MutexKind kAllKinds[] = {MutexKind::Normal, MutexKind::Recursive, MutexKind::ErrorCheck,
                                   MutexKind::Adaptive};

TEST(MutexInitialiser, ZeroBytesAreAFreeNormalMutex) {
  Object o;
  EXPECT_TRUE(o.mutex().valid());
  EXPECT_EQ(o.mutex().kind(), MutexKind::Normal);
  EXPECT_TRUE(o.mutex().free());
  EXPECT_EQ(o.mutex().count(), 0u);
  EXPECT_FALSE(o.mutex().checksOwner());
}

TEST(MutexInitialiser, StaticInitialisersOfGlibcGiveTheirKinds) {
  Object recursive(PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP);
  Object check(PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP);
  Object adaptive(PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP);
  EXPECT_EQ(recursive.mutex().kind(), MutexKind::Recursive);
  EXPECT_EQ(check.mutex().kind(), MutexKind::ErrorCheck);
  EXPECT_EQ(adaptive.mutex().kind(), MutexKind::Adaptive);
  for (Object *o : {&recursive, &check, &adaptive}) {
    EXPECT_TRUE(o->mutex().valid());
    EXPECT_TRUE(o->mutex().free());
  }
  EXPECT_TRUE(recursive.mutex().checksOwner());
  EXPECT_TRUE(check.mutex().checksOwner());
  EXPECT_FALSE(adaptive.mutex().checksOwner());
}

TEST(MutexInitialiser, InitWipesWhateverWasThere) {
  for (MutexKind kind : kAllKinds) {
    Object o;
    std::memset(&o.native, 0xA5, sizeof o.native);
    EXPECT_FALSE(o.mutex().valid());
    o.mutex().init(kind);
    EXPECT_EQ(bytes(o.mutex()), bytes(make(kind)));
    EXPECT_TRUE(o.mutex().valid());
    EXPECT_TRUE(o.mutex().free());
    EXPECT_EQ(o.mutex().kind(), kind);
  }
}

TEST(MutexInitialiser, KindsThatAreNotModelledAreNotValid) {
  // glibc's bits in __kind: priority inheritance 32, priority protection 64, shared 128.
  for (int bit : {32, 64, 128}) {
    Object o;
    o.native.__data.__kind = bit;
    EXPECT_FALSE(o.mutex().valid()) << bit;
    EXPECT_FALSE(o.mutex().destroyed()) << bit;
    EXPECT_TRUE(o.mutex().plausible()) << bit;
  }
}

TEST(MutexInitialiser, BytesThatAreNoMutexAreNotPlausible) {
  for (int byte : {0xA5, 0xCD, 0x7F}) {
    Object o;
    std::memset(&o.native, byte, sizeof o.native);
    EXPECT_FALSE(o.mutex().plausible()) << byte;
    EXPECT_FALSE(o.mutex().valid()) << byte;
  }
  EXPECT_TRUE(Object().mutex().plausible());
}

// One row an operation on one state. The columns of results are in the order of kAllKinds.
enum class Who { Nobody, A, B };
struct LockRow {
  Who owner;
  LockResult result[4];
  TryLockResult tryResult[4];
};

Mutex heldBy(MutexKind kind, Who owner) {
  Mutex m = make(kind);
  if (owner != Who::Nobody)
    EXPECT_EQ(m.lock(owner == Who::A ? kA : kB), LockResult::Taken);
  return m;
}

TEST(MutexLock, TransitionTable) {
  using L = LockResult;
  using T = TryLockResult;
  const LockRow rows[] = {
      {Who::Nobody,
       {L::Taken, L::Taken, L::Taken, L::Taken},
       {T::Taken, T::Taken, T::Taken, T::Taken}},
      {Who::A,
       {L::SelfDeadlock, L::Recursed, L::DeadlockError, L::SelfDeadlock},
       {T::Busy, T::Recursed, T::Busy, T::Busy}},
      {Who::B,
       {L::WouldBlock, L::WouldBlock, L::WouldBlock, L::WouldBlock},
       {T::Busy, T::Busy, T::Busy, T::Busy}},
  };
  for (const LockRow &row : rows) {
    for (int k = 0; k < 4; ++k) {
      Mutex before = heldBy(kAllKinds[k], row.owner), locked = before, tried = before;
      SCOPED_TRACE("owner " + std::to_string(static_cast<int>(row.owner)) + " kind " +
                   std::to_string(k));
      EXPECT_EQ(locked.lock(kA), row.result[k]);
      EXPECT_EQ(tried.tryLock(kA), row.tryResult[k]);
      EXPECT_EQ(bytes(locked), bytes(tried));
      bool success = row.result[k] == L::Taken || row.result[k] == L::Recursed;
      if (success) {
        EXPECT_TRUE(locked.heldBy(kA));
        EXPECT_EQ(locked.owner(), kA);
        EXPECT_EQ(locked.count(), before.count() + 1);
      } else {
        EXPECT_EQ(bytes(locked), bytes(before)) << "a refused lock changes nothing";
      }
    }
  }
}

TEST(MutexUnlock, TransitionTable) {
  using U = UnlockResult;
  const struct {
    Who owner;
    UnlockResult result;
  } rows[] = {{Who::Nobody, U::NotLocked}, {Who::A, U::Released}, {Who::B, U::NotOwner}};
  for (const auto &row : rows) {
    for (MutexKind kind : kAllKinds) {
      Mutex before = heldBy(kind, row.owner), m = before;
      EXPECT_EQ(m.unlock(kA), row.result);
      EXPECT_EQ(bytes(m), bytes(row.result == U::Released ? make(kind) : before));
    }
  }
}

TEST(MutexUnlock, RecursiveMutexIsFreeAfterAsManyUnlocksAsLocks) {
  Mutex m = make(MutexKind::Recursive);
  EXPECT_EQ(m.lock(kB), LockResult::Taken);
  EXPECT_EQ(m.lock(kB), LockResult::Recursed);
  EXPECT_EQ(m.tryLock(kB), TryLockResult::Recursed);
  EXPECT_EQ(m.count(), 3u);
  EXPECT_EQ(m.unlock(kB), UnlockResult::StillHeld);
  EXPECT_EQ(m.unlock(kB), UnlockResult::StillHeld);
  EXPECT_EQ(m.lock(kA), LockResult::WouldBlock);
  EXPECT_EQ(m.unlock(kB), UnlockResult::Released);
  EXPECT_EQ(m.unlock(kB), UnlockResult::NotLocked);
  EXPECT_EQ(m.lock(kA), LockResult::Taken);
}

TEST(MutexLock, RecursionStopsAtTheLargestCount) {
  Mutex m = make(MutexKind::Recursive);
  ASSERT_EQ(m.restore(kA, Mutex::kMaxCount), RestoreResult::Taken);
  Bytes before = bytes(m);
  EXPECT_EQ(m.lock(kA), LockResult::CountOverflow);
  EXPECT_EQ(m.tryLock(kA), TryLockResult::CountOverflow);
  EXPECT_EQ(bytes(m), before);
  EXPECT_EQ(m.unlock(kA), UnlockResult::StillHeld);
  EXPECT_EQ(m.lock(kA), LockResult::Recursed);
}

TEST(MutexLock, ThreadZeroIsAnOwnerLikeAnyOther) {
  Mutex m = make(MutexKind::Normal);
  EXPECT_FALSE(m.heldBy(ThreadId{0}));
  EXPECT_EQ(m.lock(ThreadId{0}), LockResult::Taken);
  EXPECT_FALSE(m.free());
  EXPECT_TRUE(m.heldBy(ThreadId{0}));
  EXPECT_FALSE(m.heldBy(ThreadId{1}));
}

TEST(MutexRobust, TellsTheNextOwnerThatTheLastOneEnded) {
  for (MutexKind kind : kAllKinds) {
    Mutex m;
    m.init(kind, true);
    EXPECT_TRUE(m.valid());
    EXPECT_TRUE(m.robust());
    EXPECT_TRUE(m.checksOwner());
    EXPECT_EQ(m.kind(), kind);
    EXPECT_EQ(m.lock(kA), LockResult::Taken);
    EXPECT_FALSE(m.makeConsistent(kA)) << "it is";
    m.loseOwner();
    EXPECT_TRUE(m.free());
    EXPECT_EQ(m.lock(kB), LockResult::OwnerDied);
    EXPECT_TRUE(m.heldBy(kB));
    EXPECT_TRUE(m.inconsistent());
    EXPECT_FALSE(m.makeConsistent(kA)) << "not its owner";
    EXPECT_TRUE(m.makeConsistent(kB));
    EXPECT_EQ(m.unlock(kB), UnlockResult::Released);
    EXPECT_EQ(m.lock(kA), LockResult::Taken);
  }
}

TEST(MutexRobust, IsLostIfItIsGivenBackInconsistent) {
  Mutex m;
  m.init(MutexKind::Normal, true);
  m.lock(kA);
  m.loseOwner();
  EXPECT_EQ(m.tryLock(kB), TryLockResult::OwnerDied);
  EXPECT_EQ(m.unlock(kB), UnlockResult::Released);
  EXPECT_TRUE(m.notRecoverable());
  EXPECT_EQ(m.lock(kA), LockResult::NotRecoverable);
  EXPECT_EQ(m.tryLock(kA), TryLockResult::NotRecoverable);
  EXPECT_EQ(m.destroy(), DestroyResult::Ok);
}

TEST(MutexRobust, OwnersMayEndOneAfterTheOther) {
  Mutex m;
  m.init(MutexKind::Recursive, true);
  m.lock(kA);
  m.loseOwner();
  EXPECT_EQ(m.lock(kB), LockResult::OwnerDied);
  EXPECT_EQ(m.lock(kB), LockResult::Recursed);
  m.loseOwner();
  EXPECT_EQ(m.lock(kA), LockResult::OwnerDied);
  EXPECT_EQ(m.count(), 1u);
  ASSERT_EQ(m.unlock(kA), UnlockResult::Released);
  EXPECT_TRUE(m.notRecoverable());
}

TEST(MutexRobust, OneThatIsTakenAgainAfterAWaitMayHaveLostItsOwner) {
  Mutex m;
  m.init(MutexKind::Normal, true);
  m.lock(kA);
  uint32_t levels = m.releaseAll(kA);
  m.lock(kB);
  m.loseOwner();
  EXPECT_EQ(m.restore(kA, levels), RestoreResult::OwnerDied);
  EXPECT_TRUE(m.inconsistent());
}

TEST(MutexRobust, AWaitThatGivesItUpInconsistentLosesIt) {
  Mutex m;
  m.init(MutexKind::Normal, true);
  m.lock(kA);
  m.loseOwner();
  EXPECT_EQ(m.lock(kA), LockResult::OwnerDied);
  uint32_t levels = m.releaseAll(kA);
  EXPECT_TRUE(m.notRecoverable());
  Bytes before = bytes(m);
  EXPECT_EQ(m.restore(kA, levels), RestoreResult::NotRecoverable);
  EXPECT_EQ(bytes(m), before);
}

TEST(MutexWait, GivesUpAllLevelsAndTakesThemBack) {
  for (uint32_t levels : {1u, 2u, 5u}) {
    Mutex m = make(MutexKind::Recursive);
    for (uint32_t i = 0; i < levels; ++i)
      m.lock(kA);
    Bytes held = bytes(m);
    EXPECT_EQ(m.releaseAll(kA), levels);
    EXPECT_EQ(bytes(m), bytes(make(MutexKind::Recursive)));
    EXPECT_EQ(m.lock(kB), LockResult::Taken);
    Bytes others = bytes(m);
    EXPECT_EQ(m.restore(kA, levels), RestoreResult::WouldBlock);
    EXPECT_EQ(bytes(m), others);
    EXPECT_EQ(m.unlock(kB), UnlockResult::Released);
    EXPECT_EQ(m.restore(kA, levels), RestoreResult::Taken);
    EXPECT_EQ(bytes(m), held);
  }
}

TEST(MutexWait, NeedsTheMutexHeldByTheCaller) {
  for (MutexKind kind : kAllKinds) {
    for (Who owner : {Who::Nobody, Who::B}) {
      Mutex m = heldBy(kind, owner);
      Bytes before = bytes(m);
      EXPECT_EQ(m.releaseAll(kA), 0u);
      EXPECT_EQ(bytes(m), before);
    }
  }
}

TEST(MutexDestroy, RefusesWhileHeldAndMarksTheObjectOtherwise) {
  for (MutexKind kind : kAllKinds) {
    Mutex m = heldBy(kind, Who::B);
    Bytes before = bytes(m);
    EXPECT_EQ(m.destroy(), DestroyResult::Busy);
    EXPECT_EQ(bytes(m), before);
    EXPECT_EQ(m.unlock(kB), UnlockResult::Released);
    EXPECT_EQ(m.destroy(), DestroyResult::Ok);
    EXPECT_TRUE(m.destroyed());
    EXPECT_FALSE(m.valid());
    m.init(kind);
    EXPECT_TRUE(m.valid());
    EXPECT_EQ(m.lock(kA), LockResult::Taken);
  }
}

} // namespace
} // namespace xblock
