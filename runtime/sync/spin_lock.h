//===- spin_lock.h - who owns a spin lock -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Laid over the program's pthread_spinlock_t (glibc, x86-64), an int without a static initialiser: what pthread_spin_init
// did not make is no lock.
// Invariants
//  1. state_ is kFree, kFree + the owner's index + 1, or kDestroyed.
//  2. An operation that does not succeed changes nothing.
// Tracked memory: it belongs to the program, and the caller saves it before any call that is not const.
// Called by the world. No OS, no allocation, never blocks.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstdint>

namespace xblock {

class SpinLock {
public:
  /// The lock at the program's pthread_spinlock_t.
  static SpinLock *at(void *object) { return static_cast<SpinLock *>(object); }

  bool ready() const { return state_ >= kFree && state_ < kDestroyed; }
  bool destroyed() const { return state_ == kDestroyed; }
  /// REQUIRES for these: ready()
  bool free() const { return state_ == kFree; }
  bool heldBy(ThreadId t) const { return state_ == kFree + index(t) + 1; }
  /// REQUIRES: !free()
  ThreadId owner() const { return ThreadId{state_ - kFree - 1}; }

  void init() { state_ = kFree; }
  /// False if somebody owns it, the caller perhaps.
  bool take(ThreadId t);
  /// False if t does not own it.
  bool unlock(ThreadId t);
  /// False while somebody owns it.
  bool destroy();

private:
  static constexpr uint32_t kFree = 0x5e3b0000, kDestroyed = 0x5e3bffff;

  uint32_t state_;
};

} // namespace xblock
