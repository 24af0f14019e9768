//===- repeated_signal_linux.h - the second signal that asks for the same ------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For handlers of SIGINT and SIGTERM, in the command and in the process that explores. Who presses Ctrl-C twice means it; but
// timeout(1) sends one signal twice, to its child and to the group that the child is in.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

class FirstSignal {
public:
  /// Of the signal that came now: it is not the first, nor one right behind it. Async-signal-safe.
  bool isRepeated();
  bool came() const { return at_ != 0; }

private:
  volatile int64_t at_ = 0; ///< nanoseconds of the monotonic clock
};

/// Ends the process as the signal would without a handler: as soon as no handler of it runs. Async-signal-safe.
void dieOf(int signal);

} // namespace xblock
