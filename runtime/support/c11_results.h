//===- c11_results.h - what functions of <threads.h> return --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// In glibc they are those of POSIX threads by other names, with their own numbers for what went
// wrong.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cerrno>
#include <threads.h>

namespace xblock {

/// For what the function of POSIX returned.
constexpr int c11Result(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  case ENOMEM:
    return thrd_nomem;
  default:
    return thrd_error;
  }
}

} // namespace xblock
