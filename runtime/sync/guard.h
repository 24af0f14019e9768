//===- guard.h - the one initialisation of a function-local static ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Laid over the 8-byte guard variable of the Itanium C++ ABI (section 3.3.3): compiled code reads byte 0 and
// calls __cxa_guard_acquire only while it is 0. A zero guard is the initial state.
// Invariants
//  1. done_ is 1 once initialised, and stays so; owner_ is 0 from then on.
//  2. owner_ is the index + 1 of the thread that initialises, 0 if none does.
//  3. An operation that does not succeed changes nothing.
// Tracked memory: it belongs to the program, and the caller saves it before any call that is not const.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstdint>

namespace xblock {

enum class GuardResult : uint8_t {
  Proceed,     ///< the caller must initialise, then release() or abort()
  AlreadyDone, ///< nothing to do
  WouldBlock,  ///< another thread initialises
  Recursive,   ///< the caller initialises it already: misuse (undefined by the standard)
};

class Guard {
public:
  /// The guard at the program's guard variable.
  static Guard *at(void *object) { return static_cast<Guard *>(object); }

  bool done() const { return done_ != 0; }
  /// A thread initialises now.
  bool busy() const { return owner_ != 0; }
  /// REQUIRES: busy()
  ThreadId owner() const { return ThreadId{owner_ - 1}; }

  GuardResult acquire(ThreadId t);
  /// The initialiser returned. False, a misuse, if t does not initialise.
  bool release(ThreadId t);
  /// The initialiser threw: the next to come initialises. False, a misuse, if t does not
  /// initialise.
  bool abort(ThreadId t);

private:
  friend struct GuardLayout;

  uint8_t done_;
  [[maybe_unused]] uint8_t unused_[3];
  uint32_t owner_;
};

} // namespace xblock
