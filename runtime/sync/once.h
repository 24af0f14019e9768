//===- once.h - the one call of pthread_once ----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Laid over the program's pthread_once_t (glibc, x86-64), an int; PTHREAD_ONCE_INIT, 0, is the initial state.
// Invariants
//  1. state_ is 0 (not called), 2 (done, glibc's value too), or 4 * (index + 1) + 1 of the thread that runs
//     the function; done is for ever.
//  2. An operation that does not succeed changes nothing.
// Tracked memory: it belongs to the program, and the caller saves it before any call that is not const.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstdint>

namespace xblock {

enum class OnceResult : uint8_t {
  RunIt,      ///< the caller must call the function, then finish() or abort()
  Done,       ///< nothing to do
  WouldBlock, ///< another thread runs it
  Recursive,  ///< the caller runs it already: it would wait for itself for ever
};

class Once {
public:
  /// The state at the program's pthread_once_t.
  static Once *at(void *object) { return static_cast<Once *>(object); }

  bool done() const { return state_ == kDone; }
  /// A thread runs the function now.
  bool busy() const { return (state_ & kBusyBit) != 0; }
  /// REQUIRES: busy()
  ThreadId owner() const { return ThreadId{(state_ >> kOwnerShift) - 1}; }

  OnceResult begin(ThreadId t);
  /// The function returned. False, a misuse, if t does not run it.
  bool finish(ThreadId t);
  /// The function threw or its thread exits: the next to come runs it. False, a misuse, if t does
  /// not run it.
  bool abort(ThreadId t);

private:
  static constexpr uint32_t kFresh = 0;
  static constexpr uint32_t kBusyBit = 1;
  static constexpr uint32_t kDone = 2;
  static constexpr uint32_t kOwnerShift = 2;

  uint32_t state_;
};

} // namespace xblock
