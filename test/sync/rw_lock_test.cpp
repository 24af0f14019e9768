//===- rw_lock_test.cpp - every state of a reader-writer lock, every operation, every result ----------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/rw_lock.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstring>
#include <string>

namespace xblock {
namespace {

constexpr ThreadId kA{0};
constexpr ThreadId kB{7};
constexpr ThreadId kC{8};

bool same(const RwLock &a, const RwLock &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

RwLock make() {
  RwLock l;
  l.init(0);
  return l;
}

// What a thread holds of the lock, and who else holds it.
enum class State { Free, AReads, BReads, BothRead, AWrites, BWrites };
constexpr State kAll[] = {State::Free,     State::AReads,  State::BReads,
                          State::BothRead, State::AWrites, State::BWrites};

struct Held {
  RwLock lock = make();
  uint32_t mine = 0; ///< holds of A for reading
  explicit Held(State s) {
    if (s == State::AReads || s == State::BothRead) {
      EXPECT_EQ(lock.readLock(kA, 0), ReadLockResult::Taken);
      mine = 1;
    }
    if (s == State::BReads || s == State::BothRead)
      EXPECT_EQ(lock.readLock(kB, 0), ReadLockResult::Taken);
    if (s == State::AWrites || s == State::BWrites)
      EXPECT_EQ(lock.writeLock(s == State::AWrites ? kA : kB, 0), WriteLockResult::Taken);
  }
};

TEST(RwLockInitialiser, ThoseOfGlibcAreFreeLocks) {
  pthread_rwlock_t plain = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_t writers = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  for (pthread_rwlock_t *native : {&plain, &writers}) {
    EXPECT_TRUE(RwLock::at(native)->valid());
    EXPECT_FALSE(RwLock::at(native)->hasWriter());
    EXPECT_EQ(RwLock::at(native)->readers(), 0u);
  }
  EXPECT_FALSE(RwLock::at(&plain)->prefersWriters());
  EXPECT_TRUE(RwLock::at(&writers)->prefersWriters());
}

TEST(RwLockInitialiser, InitWipesWhateverWasThere) {
  RwLock l;
  std::memset(static_cast<void *>(&l), 0xA5, sizeof l);
  EXPECT_FALSE(l.valid());
  l.init(2);
  EXPECT_TRUE(l.valid());
  EXPECT_TRUE(l.prefersWriters());
  l.init(0);
  EXPECT_TRUE(same(l, make()));
}

TEST(RwLockInitialiser, ALockSharedBetweenProcessesIsNotValid) {
  pthread_rwlock_t native = PTHREAD_RWLOCK_INITIALIZER;
  native.__data.__shared = 1;
  EXPECT_FALSE(RwLock::at(&native)->valid());
  EXPECT_FALSE(RwLock::at(&native)->destroyed());
}

TEST(RwLock, TransitionTableOfA) {
  using R = ReadLockResult;
  using W = WriteLockResult;
  using U = RwUnlockResult;
  const struct {
    State state;
    R read;
    W write;
    U unlock;
    bool destroy;
  } rows[] = {
      {State::Free, R::Taken, W::Taken, U::NotHeld, true},
      {State::AReads, R::Again, W::OwnReader, U::ReaderReleased, false},
      {State::BReads, R::Taken, W::ReadersThere, U::NotHeld, false},
      {State::BothRead, R::Again, W::OwnReader, U::ReaderReleased, false},
      {State::AWrites, R::OwnWriter, W::OwnWriter, U::WriterReleased, false},
      {State::BWrites, R::WouldBlock, W::WriterThere, U::NotHeld, false},
  };
  for (const auto &row : rows) {
    SCOPED_TRACE("state " + std::to_string(static_cast<int>(row.state)));
    Held read(row.state), write(row.state), unlock(row.state), destroy(row.state);
    const RwLock before = read.lock;
    EXPECT_EQ(read.lock.readLock(kA, read.mine), row.read);
    EXPECT_EQ(read.lock.readers(), before.readers() + (row.read == R::Taken));
    EXPECT_EQ(write.lock.writeLock(kA, write.mine), row.write);
    if (row.write == W::Taken)
      EXPECT_EQ(write.lock.writer(), kA);
    else
      EXPECT_TRUE(same(write.lock, before));
    EXPECT_EQ(unlock.lock.unlock(kA, unlock.mine), row.unlock);
    EXPECT_EQ(unlock.lock.readers(), before.readers() - (row.unlock == U::ReaderReleased));
    EXPECT_EQ(unlock.lock.hasWriter(), row.state == State::BWrites);
    EXPECT_EQ(destroy.lock.destroy(), row.destroy);
    EXPECT_EQ(destroy.lock.destroyed(), row.destroy);
    if (!row.destroy)
      EXPECT_TRUE(same(destroy.lock, before));
  }
}

TEST(RwLock, AThreadThatReadsTwiceUnlocksTwice) {
  RwLock l = make();
  EXPECT_EQ(l.readLock(kA, 0), ReadLockResult::Taken);
  EXPECT_EQ(l.readLock(kA, 1), ReadLockResult::Again);
  EXPECT_EQ(l.readers(), 1u);
  EXPECT_EQ(l.unlock(kA, 2), RwUnlockResult::StillHeld);
  EXPECT_EQ(l.writeLock(kB, 0), WriteLockResult::ReadersThere);
  EXPECT_EQ(l.unlock(kA, 1), RwUnlockResult::ReaderReleased);
  EXPECT_EQ(l.writeLock(kB, 0), WriteLockResult::Taken);
}

TEST(RwLock, AWriterComesWhenTheLastReaderIsGone) {
  RwLock l = make();
  for (ThreadId t : {kA, kB})
    EXPECT_EQ(l.readLock(t, 0), ReadLockResult::Taken);
  EXPECT_EQ(l.unlock(kA, 1), RwUnlockResult::ReaderReleased);
  EXPECT_EQ(l.writeLock(kC, 0), WriteLockResult::ReadersThere);
  EXPECT_EQ(l.unlock(kB, 1), RwUnlockResult::ReaderReleased);
  EXPECT_EQ(l.writeLock(kC, 0), WriteLockResult::Taken);
  EXPECT_TRUE(l.writtenBy(kC));
}

TEST(RwLock, ReadersWaitWhileAWriterAsks) {
  RwLock l = make();
  EXPECT_EQ(l.readLock(kA, 0), ReadLockResult::Taken);
  l.ask();
  l.ask();
  EXPECT_EQ(l.asked(), 2u);
  EXPECT_EQ(l.readLock(kB, 0), ReadLockResult::WouldBlock);
  EXPECT_EQ(l.readLock(kA, 1), ReadLockResult::WouldBlock);
  EXPECT_EQ(l.unlock(kA, 1), RwUnlockResult::ReaderReleased);
  EXPECT_EQ(l.readLock(kB, 0), ReadLockResult::WouldBlock);
  EXPECT_FALSE(l.destroy());
  EXPECT_EQ(l.writeLock(kC, 0), WriteLockResult::Taken);
  l.stopAsking();
  EXPECT_EQ(l.unlock(kC, 0), RwUnlockResult::WriterReleased);
  EXPECT_EQ(l.readLock(kB, 0), ReadLockResult::WouldBlock); // for the other one
  l.stopAsking();
  EXPECT_EQ(l.readLock(kB, 0), ReadLockResult::Taken);
}

TEST(RwLock, IsNoneOnceDestroyedUntilInit) {
  for (State s : kAll) {
    Held held(s);
    if (!held.lock.destroy())
      continue;
    EXPECT_FALSE(held.lock.valid());
    held.lock.init(0);
    EXPECT_TRUE(held.lock.valid());
  }
}

} // namespace
} // namespace xblock
