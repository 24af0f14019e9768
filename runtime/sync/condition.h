//===- condition.h - how many wait on a condition variable, and with which mutex ----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Laid over the program's pthread_cond_t (glibc, x86-64); PTHREAD_COND_INITIALIZER, all zero, is the state
// nobody waits in. Which threads wait is kept by the world, per thread; this counts them.
// Invariants
//  1. mutex_ is not 0 exactly when waiters_ is not 0: all waiters of a moment use one mutex (POSIX).
//  2. An operation that does not succeed changes nothing.
// Tracked memory: it belongs to the program, and the caller saves it before any call that is not const.
// Called by the world. No OS, no allocation, never blocks.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

enum class WaitResult : uint8_t {
  Waiting,    ///< one waiter more
  OtherMutex, ///< some thread waits with another mutex: misuse
};

enum class SignalResult : uint8_t {
  Nobody,  ///< lost: nobody waits
  OnlyOne, ///< the one waiter wakes
  Choice,  ///< any of waiters() may wake: a decision of the search
};

class Condition {
public:
  /// The condition variable at the program's pthread_cond_t.
  static Condition *at(void *object) { return static_cast<Condition *>(object); }

  uint32_t waiters() const { return waiters_; }
  /// The address of the mutex its waiters gave; 0 if nobody waits.
  uint64_t mutex() const { return mutex_; }
  bool destroyed() const { return destroyed_ != 0; }

  void init();
  /// False, and nothing is changed, while a thread waits (POSIX: undefined, so misuse).
  bool destroy();

  /// A thread that holds the mutex at `mutex`, not 0, begins to wait.
  WaitResult wait(uint64_t mutex);
  /// What a signal would do now. Changes nothing: the world picks the waiter and tells leave().
  SignalResult signal() const;
  /// A waiter was woken by a signal, or its timed wait expired. REQUIRES: waiters() > 0
  void leave();
  /// Wakes all; says how many.
  uint32_t broadcast();

private:
  friend struct ConditionLayout;

  uint64_t mutex_;
  uint32_t waiters_;
  uint32_t destroyed_;
  [[maybe_unused]] uint64_t rest_[4];
};

} // namespace xblock
