//===- write_signals_linux.h - writes that fail without a signal -----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// While one lives, a write that nobody reads (SIGPIPE), or that makes a file longer than files may be (`ulimit -f`: SIGXFSZ), gives an
// error only: the signal would end the process, and with it every report. A signal that the program sent itself stays. By system call.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

class WithoutWriteSignals {
public:
  WithoutWriteSignals();
  ~WithoutWriteSignals(); ///< errno is left as it is
  WithoutWriteSignals(const WithoutWriteSignals &) = delete;
  WithoutWriteSignals &operator=(const WithoutWriteSignals &) = delete;

private:
  uint64_t before_ = 0, waited_ = 0; ///< sets of signals, as the kernel has them
};

} // namespace xblock
