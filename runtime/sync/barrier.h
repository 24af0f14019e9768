//===- barrier.h - how many threads have come to a barrier --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Laid over the program's pthread_barrier_t (glibc, x86-64), which has no static initialiser: what pthread_barrier_init did
// not make is no barrier. Which threads wait is kept by the world, per thread; this counts them.
// Invariants
//  1. arrived_ is below count_: the last to come begins the next round.
//  2. An operation that does not succeed changes nothing.
// Tracked memory: it belongs to the program, and the caller saves it before any call that is not const.
// Called by the world. No OS, no allocation, never blocks.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

class Barrier {
public:
  /// The barrier at the program's pthread_barrier_t.
  static Barrier *at(void *object) { return static_cast<Barrier *>(object); }

  bool ready() const { return state_ == kReady; }
  bool destroyed() const { return state_ == kDestroyed; }
  uint32_t waiting() const { return arrived_; }

  /// False if no barrier can be for so many threads: EINVAL.
  bool init(uint32_t count);
  /// REQUIRES for these: ready()
  /// True for the last to come: all go on.
  bool arrive();
  /// False, and nothing is changed, while a thread waits (POSIX: undefined, so misuse).
  bool destroy();

  static constexpr uint32_t kMost = INT32_MAX;

private:
  friend struct BarrierLayout;
  static constexpr uint32_t kReady = 0x5e3a0004, kDestroyed = 0x5e3a0005;

  uint32_t count_;
  uint32_t arrived_;
  uint32_t state_;
  [[maybe_unused]] uint32_t rest_[5];
};

} // namespace xblock
