//===- mutex.cpp - who owns a mutex, and what each operation on it does -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/mutex.h"

#include <cstddef>
#include <pthread.h>
#include <type_traits>

namespace xblock {

struct MutexLayout {
  static_assert(sizeof(Mutex) == sizeof(pthread_mutex_t));
  static_assert(alignof(Mutex) <= alignof(pthread_mutex_t));
  static_assert(offsetof(Mutex, kind_) == offsetof(pthread_mutex_t, __data.__kind));
  static_assert(sizeof(Mutex::kind_) == sizeof(pthread_mutex_t::__data.__kind));
  static_assert(std::is_trivially_copyable_v<Mutex> && std::is_standard_layout_v<Mutex>);
  static_assert(static_cast<int>(MutexKind::Normal) == PTHREAD_MUTEX_NORMAL);
  static_assert(static_cast<int>(MutexKind::Recursive) == PTHREAD_MUTEX_RECURSIVE);
  static_assert(static_cast<int>(MutexKind::ErrorCheck) == PTHREAD_MUTEX_ERRORCHECK);
  static_assert(static_cast<int>(MutexKind::Adaptive) == PTHREAD_MUTEX_ADAPTIVE_NP);
};

void Mutex::init(MutexKind kind, bool robust) {
  *this = Mutex{};
  kind_ = static_cast<int32_t>(kind) | (robust ? kRobust : 0);
}

LockResult Mutex::lock(ThreadId t) {
  switch (tryLock(t)) {
  case TryLockResult::Taken:
    return LockResult::Taken;
  case TryLockResult::Recursed:
    return LockResult::Recursed;
  case TryLockResult::CountOverflow:
    return LockResult::CountOverflow;
  case TryLockResult::OwnerDied:
    return LockResult::OwnerDied;
  case TryLockResult::NotRecoverable:
    return LockResult::NotRecoverable;
  case TryLockResult::Busy:
    break;
  }
  if (!heldBy(t))
    return LockResult::WouldBlock;
  return kind() == MutexKind::ErrorCheck ? LockResult::DeadlockError : LockResult::SelfDeadlock;
}

TryLockResult Mutex::tryLock(ThreadId t) {
  if (health_ == Lost)
    return TryLockResult::NotRecoverable;
  if (free()) {
    owner_ = index(t) + 1;
    count_ = 1;
    if (health_ != OwnerEnded)
      return TryLockResult::Taken;
    health_ = Inconsistent;
    return TryLockResult::OwnerDied;
  }
  if (!heldBy(t) || kind() != MutexKind::Recursive)
    return TryLockResult::Busy;
  if (count_ == kMaxCount)
    return TryLockResult::CountOverflow;
  ++count_;
  return TryLockResult::Recursed;
}

UnlockResult Mutex::unlock(ThreadId t) {
  if (free())
    return UnlockResult::NotLocked;
  if (!heldBy(t))
    return UnlockResult::NotOwner;
  if (--count_ != 0)
    return UnlockResult::StillHeld;
  owner_ = 0;
  if (health_ == Inconsistent)
    health_ = Lost;
  return UnlockResult::Released;
}

bool Mutex::makeConsistent(ThreadId t) {
  if (!heldBy(t) || health_ != Inconsistent)
    return false;
  health_ = Fine;
  return true;
}

void Mutex::loseOwner() {
  owner_ = 0;
  count_ = 0;
  health_ = OwnerEnded;
}

DestroyResult Mutex::destroy() {
  if (!free())
    return DestroyResult::Busy;
  kind_ = kDestroyed;
  return DestroyResult::Ok;
}

uint32_t Mutex::releaseAll(ThreadId t) {
  if (!heldBy(t))
    return 0;
  uint32_t levels = count_;
  owner_ = 0;
  count_ = 0;
  if (health_ == Inconsistent)
    health_ = Lost;
  return levels;
}

RestoreResult Mutex::restore(ThreadId t, uint32_t count) {
  if (health_ == Lost)
    return RestoreResult::NotRecoverable;
  if (!free())
    return RestoreResult::WouldBlock;
  owner_ = index(t) + 1;
  count_ = count;
  if (health_ != OwnerEnded)
    return RestoreResult::Taken;
  health_ = Inconsistent;
  return RestoreResult::OwnerDied;
}

} // namespace xblock
