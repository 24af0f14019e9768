//===- rw_lock.h - who writes under a reader-writer lock, and how many read ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Laid over the program's pthread_rwlock_t (glibc, x86-64), so its static initialiser, all zero but for the preference, is
// the free lock. How often each thread holds it for reading is kept by the world, per thread, and given as `mine`.
// Readers do not wait for writers that wait, unless the lock prefers writers: then a writer that has to wait asks first, and
// readers wait while somebody asks.
// Invariants
//  1. writer_ is 0, or the writer's index + 1; then readers_ is 0.
//  2. readers_ counts threads, each once however often it holds the lock.
//  3. asked_ counts the writers that asked and did not yet get the lock, or give up.
//  4. A result other than Taken, Again, Released and StillHeld means that nothing changed.
// Tracked memory: it belongs to the program, and the caller saves it before any call that is not const.
// Called by the world. No OS, no allocation, never blocks.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstdint>

namespace xblock {

enum class ReadLockResult : uint8_t {
  Taken,      ///< the caller reads now
  Again,      ///< it did already
  WouldBlock, ///< another thread writes, or, if writers are preferred, asks
  OwnWriter,  ///< the caller writes: EDEADLK
};

enum class WriteLockResult : uint8_t {
  Taken,
  WriterThere,  ///< another thread writes: would block
  ReadersThere, ///< other threads read: would block
  OwnWriter,    ///< the caller writes already: EDEADLK
  OwnReader,    ///< the caller reads: it would wait for itself for ever
};

enum class RwUnlockResult : uint8_t {
  WriterReleased,
  ReaderReleased,
  StillHeld, ///< for reading, once less
  NotHeld,   ///< misuse
};

class RwLock {
public:
  /// The lock at the program's pthread_rwlock_t.
  static RwLock *at(void *object) { return static_cast<RwLock *>(object); }

  bool destroyed() const { return destroyed_ == kDestroyed; }
  /// False for a lock shared between processes, and for bytes that are none.
  bool valid() const { return destroyed_ == 0 && shared_ == 0 && preference_ <= kPreferWriters; }
  /// PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
  bool prefersWriters() const { return preference_ == kPreferWriters; }

  bool hasWriter() const { return writer_ != 0; }
  bool writtenBy(ThreadId t) const { return writer_ == index(t) + 1; }
  /// REQUIRES: hasWriter()
  ThreadId writer() const { return ThreadId{writer_ - 1}; }
  uint32_t readers() const { return readers_; }
  uint32_t asked() const { return asked_; }

  void init(uint32_t preference);
  /// REQUIRES for these: valid()
  ReadLockResult readLock(ThreadId t, uint32_t mine);
  WriteLockResult writeLock(ThreadId t, uint32_t mine);
  RwUnlockResult unlock(ThreadId t, uint32_t mine);
  /// Readers that come from now on wait, until stopAsking(): when the caller gets the lock, or gives up.
  void ask() { ++asked_; }
  void stopAsking() { --asked_; }
  /// False, and nothing is changed, while somebody holds it.
  bool destroy();

private:
  friend struct RwLockLayout;
  static constexpr uint32_t kDestroyed = 0x5e3a0003, kPreferWriters = 2;

  uint32_t writer_;
  uint32_t readers_;
  uint32_t destroyed_;
  uint32_t asked_;
  [[maybe_unused]] uint32_t unused_[3];
  int32_t shared_;
  [[maybe_unused]] uint64_t rest_[2];
  uint32_t preference_;
  [[maybe_unused]] uint32_t last_;
};

} // namespace xblock
