//===- mutex.h - who owns a mutex, and what each operation on it does ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Laid over the program's pthread_mutex_t (glibc, x86-64), so its static initialisers are states.
// Invariants
//  1. owner_ is 0 when free, else the owner's index + 1; count_ is 0 exactly when owner_ is 0.
//  2. count_ is above 1 only in a recursive mutex.
//  3. kind_ lies where glibc has __kind and has its values; it is -1 once destroyed, as in glibc.
//  4. A result other than Taken, Recursed, OwnerDied, Released, StillHeld and Ok means that nothing changed.
//  5. health_ is Fine but for robust mutexes.
// Tracked memory: it belongs to the program, and the caller saves it before any call that is not const.
// Called by the world. No OS, no allocation, never blocks: WouldBlock is the world's to act on.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstdint>

namespace xblock {

enum class MutexKind : int32_t { Normal = 0, Recursive = 1, ErrorCheck = 2, Adaptive = 3 };

enum class LockResult : uint8_t {
  Taken,         ///< was free, now the caller's
  Recursed,      ///< recursive mutex, once more by its owner
  WouldBlock,    ///< another thread owns it
  SelfDeadlock,  ///< normal mutex, locked again by its owner: it would wait for itself for ever
  DeadlockError, ///< errorcheck mutex, locked again by its owner: EDEADLK
  CountOverflow, ///< recursive mutex, held as often as can be counted: EAGAIN
  OwnerDied,     ///< robust mutex, now the caller's, whose last owner ended with it: EOWNERDEAD
  NotRecoverable, ///< robust mutex that nobody can have any more: ENOTRECOVERABLE
};

enum class TryLockResult : uint8_t {
  Taken,
  Recursed,
  Busy,          ///< owned by another thread, or by the caller and not recursive: EBUSY
  CountOverflow, ///< EAGAIN
  OwnerDied,      ///< as in LockResult
  NotRecoverable,
};

enum class UnlockResult : uint8_t {
  Released,  ///< free now
  StillHeld, ///< recursive mutex, one level less
  NotOwner,  ///< another thread owns it: misuse of a normal mutex, EPERM of the others
  NotLocked, ///< nobody owns it: as NotOwner
};

enum class DestroyResult : uint8_t { Ok, Busy };

enum class RestoreResult : uint8_t { Taken, WouldBlock, OwnerDied, NotRecoverable }; ///< as in LockResult

class Mutex {
public:
  /// The mutex at the program's pthread_mutex_t.
  static Mutex *at(void *object) { return static_cast<Mutex *>(object); }

  /// False for a destroyed mutex and for kinds that are not modelled (priority protocols, shared).
  bool valid() const { return kind_ >= 0 && (kind_ & ~kRobust) <= static_cast<int32_t>(MutexKind::Adaptive); }
  bool destroyed() const { return kind_ == kDestroyed; }
  /// Whether the bytes can be a mutex of glibc's, of whatever kind.
  bool plausible() const { return (kind_ & ~kKindBits) == 0; }
  MutexKind kind() const { return static_cast<MutexKind>(kind_ & ~kRobust); }
  bool robust() const { return (kind_ & kRobust) != 0; }
  /// Its last owner ended with it, and its owner now has not said that what it protects is whole.
  bool inconsistent() const { return health_ == Inconsistent; }
  bool notRecoverable() const { return health_ == Lost; }
  /// Misuse of this kind is an error code for the caller, not undefined behaviour.
  bool checksOwner() const {
    return kind() == MutexKind::Recursive || kind() == MutexKind::ErrorCheck || robust();
  }

  bool free() const { return owner_ == 0; }
  bool heldBy(ThreadId t) const { return owner_ == index(t) + 1; }
  /// REQUIRES: !free()
  ThreadId owner() const { return ThreadId{owner_ - 1}; }
  uint32_t count() const { return count_; }

  void init(MutexKind kind, bool robust = false);
  /// REQUIRES for these: valid()
  LockResult lock(ThreadId t);
  TryLockResult tryLock(ThreadId t);
  /// A robust mutex that is inconsistent then is not recoverable.
  UnlockResult unlock(ThreadId t);
  /// What it protects is whole again. False if it is not inconsistent, or not the caller's.
  bool makeConsistent(ThreadId t);
  /// The owner of a robust mutex ends. REQUIRES: robust() && !free()
  void loseOwner();
  DestroyResult destroy();

  /// For a wait on a condition variable: gives up every level, says how many. 0 if t is not the
  /// owner. A robust mutex that is inconsistent then is not recoverable.
  uint32_t releaseAll(ThreadId t);
  /// After that wait: takes the mutex with `count` levels, or as LockResult says.
  /// REQUIRES: count is what releaseAll(t) returned, above 0.
  RestoreResult restore(ThreadId t, uint32_t count);

  static constexpr uint32_t kMaxCount = UINT32_MAX;

private:
  friend struct MutexLayout;
  static constexpr int32_t kDestroyed = -1, kRobust = 16;
  static constexpr int32_t kKindBits = 0x3f3; ///< type, robust, priority inheritance and protection, shared, elision

  uint32_t owner_;
  uint32_t count_;
  enum Health : uint32_t { Fine, OwnerEnded, Inconsistent, Lost };
  uint32_t health_;
  [[maybe_unused]] uint32_t unused_;
  int32_t kind_;
  [[maybe_unused]] uint32_t rest_[5];
};

} // namespace xblock
