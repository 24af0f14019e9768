//===- semaphore.h - how many units a semaphore has ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Laid over the program's sem_t (glibc, x86-64), which has no static initialiser: what sem_init did not make
// is no semaphore.
// Invariants
//  1. value_ is at most kMax (POSIX: SEM_VALUE_MAX).
//  2. An operation that does not succeed changes nothing.
// Tracked memory: it belongs to the program, and the caller saves it before any call that is not const.
// Called by the world. No OS, no allocation, never blocks. Who waits is not kept: a thread that cannot take a unit goes
// back to the start of its block.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

class Semaphore {
public:
  /// The semaphore at the program's sem_t.
  static Semaphore *at(void *object) { return static_cast<Semaphore *>(object); }

  bool ready() const { return state_ == kReady; }
  bool destroyed() const { return state_ == kDestroyed; }
  uint32_t value() const { return value_; }

  /// False if value is above kMax: EINVAL.
  bool init(uint32_t value);
  /// REQUIRES for these: ready()
  void destroy() { state_ = kDestroyed; }
  /// False if it has kMax units: EOVERFLOW.
  bool post();
  /// False if it has none.
  bool take();

  static constexpr uint32_t kMax = INT32_MAX;

private:
  friend struct SemaphoreLayout;
  static constexpr uint32_t kReady = 0x5e3a0001, kDestroyed = 0x5e3a0002;

  uint32_t value_;
  uint32_t state_;
  [[maybe_unused]] uint64_t rest_[3];
};

} // namespace xblock
