//===- rw_lock.cpp - who writes under a reader-writer lock, and how many read -------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/rw_lock.h"

#include <cstddef>
#include <pthread.h>
#include <type_traits>

namespace xblock {

struct RwLockLayout {
  static_assert(sizeof(RwLock) == sizeof(pthread_rwlock_t));
  static_assert(alignof(RwLock) <= alignof(pthread_rwlock_t));
  static_assert(offsetof(RwLock, shared_) == offsetof(pthread_rwlock_t, __data.__shared));
  static_assert(offsetof(RwLock, preference_) == offsetof(pthread_rwlock_t, __data.__flags));
  static_assert(RwLock::kPreferWriters == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  static_assert(std::is_trivially_copyable_v<RwLock> && std::is_standard_layout_v<RwLock>);
};

void RwLock::init(uint32_t preference) {
  *this = RwLock{};
  preference_ = preference;
}

ReadLockResult RwLock::readLock(ThreadId t, uint32_t mine) {
  if (writtenBy(t))
    return ReadLockResult::OwnWriter;
  if (hasWriter() || asked_)
    return ReadLockResult::WouldBlock;
  if (mine)
    return ReadLockResult::Again;
  ++readers_;
  return ReadLockResult::Taken;
}

WriteLockResult RwLock::writeLock(ThreadId t, uint32_t mine) {
  if (writtenBy(t))
    return WriteLockResult::OwnWriter;
  if (hasWriter())
    return WriteLockResult::WriterThere;
  if (mine)
    return WriteLockResult::OwnReader;
  if (readers_)
    return WriteLockResult::ReadersThere;
  writer_ = index(t) + 1;
  return WriteLockResult::Taken;
}

RwUnlockResult RwLock::unlock(ThreadId t, uint32_t mine) {
  if (writtenBy(t)) {
    writer_ = 0;
    return RwUnlockResult::WriterReleased;
  }
  if (!mine)
    return RwUnlockResult::NotHeld;
  if (mine > 1)
    return RwUnlockResult::StillHeld;
  --readers_;
  return RwUnlockResult::ReaderReleased;
}

bool RwLock::destroy() {
  if (writer_ || readers_ || asked_)
    return false;
  destroyed_ = kDestroyed;
  return true;
}

} // namespace xblock
