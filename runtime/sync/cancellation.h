//===- cancellation.h - whether a thread was asked to end, and when it does ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. A request is never taken back; a second one changes nothing.
//  2. Once the thread leaves (it was cancelled, it called pthread_exit, or its function returned) no request acts.
//  3. What is not accepted changes nothing.
// Part of the world's record of a thread, so tracked memory. Zero bytes are a thread as it is created: enabled, deferred.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

class Cancellation {
public:
  /// Somebody asks. False if somebody had before.
  bool request();
  bool requested() const { return requested_; }
  /// A request makes a difference to it.
  bool listens() const { return !disabled_ && !leaves_; }
  bool asynchronous() const { return asynchronous_; }
  /// It ends at the cancellation point that it has come to.
  bool acts() const { return requested_ && listens(); }
  /// Its function returned before the request could act.
  bool returned() const { return returned_; }

  /// 0 or 1, as PTHREAD_CANCEL_ENABLE and PTHREAD_CANCEL_DISABLE, PTHREAD_CANCEL_DEFERRED and
  /// PTHREAD_CANCEL_ASYNCHRONOUS. The one before goes to old. False for other values.
  bool setState(int state, int &old) { return exchange(disabled_, state, old); }
  bool setType(int type, int &old) { return exchange(asynchronous_, type, old); }

  /// Its stack is unwound now.
  void unwind() { leaves_ = true; }
  void finish() {
    returned_ = !leaves_;
    leaves_ = true;
  }

private:
  static bool exchange(bool &kept, int value, int &old);

  bool disabled_ = false;
  bool asynchronous_ = false;
  bool requested_ = false;
  bool leaves_ = false;
  bool returned_ = false;
};

} // namespace xblock
