//===- thread_life.h - whether a thread runs, has ended, and who may still join it --------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. running -> ended happens once; joined implies ended; joined and detached exclude each other.
//  2. A thread that is ended and joined or detached is gone: nobody may name it any more.
//  3. An operation that does not succeed changes nothing.
//  4. At most one thread waits in a join at a time; only joins that are told of with wait() count.
// Part of the world's record of a thread, so tracked memory. Zero bytes are a running, joinable thread.
// A join that would block leaves no trace: the joiner is put back to the start of its block.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstdint>

namespace xblock {

enum class JoinResult : uint8_t {
  Joined,       ///< it had ended; it is gone now
  WouldBlock,   ///< it still runs
  Self,         ///< the caller is the thread itself: EDEADLK
  OfDetached,   ///< misuse (EINVAL while it exists)
  JoinedBefore, ///< misuse (the thread is gone)
  WaitedFor,    ///< misuse: another thread is in the middle of a join of it (EINVAL, or worse)
};

enum class DetachResult : uint8_t {
  Detached,
  DetachedBefore, ///< misuse (EINVAL while it exists)
  JoinedBefore,   ///< misuse (the thread is gone)
};

class ThreadLife {
public:
  bool running() const { return !ended_; }
  bool ended() const { return ended_; }
  bool detached() const { return detached_; }
  bool joined() const { return joined_; }
  bool gone() const { return ended_ && (joined_ || detached_); }

  /// `self` is the thread this is the life of.
  JoinResult join(ThreadId self, ThreadId caller);
  /// Whether `caller` would find another one in the middle of a join.
  bool waitedForByOther(ThreadId caller) const { return waiter_ != 0 && waiter_ != index(caller) + 1; }
  bool waitedForBy(ThreadId caller) const { return waiter_ == index(caller) + 1; }
  ThreadId waiter() const { return ThreadId{waiter_ - 1}; }
  /// The caller's join goes on until the thread ends, or until stopWaiting(). REQUIRES: running(), !waitedForByOther(caller)
  void wait(ThreadId caller) { waiter_ = index(caller) + 1; }
  void stopWaiting() { waiter_ = 0; }
  DetachResult detach();
  /// The thread returns, or exits. REQUIRES: running()
  void end() { ended_ = true; }

private:
  bool ended_ = false;
  bool detached_ = false;
  bool joined_ = false;
  uint32_t waiter_ = 0; ///< its number + 1
};

} // namespace xblock
