//===- check.h - assertions that stay on in release ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For mistakes of the tool itself. The program's mistakes are Failure values. Never allocates.
//===------------------------------------------------------------------------------------------------===//
#pragma once

namespace xblock {

/// Prints "xblock: internal error: ..." and ends the process with exit code 3.
[[noreturn]] void checkFailed(const char *what, const char *file, int line);

} // namespace xblock

#define XBLOCK_CHECK(condition)                                                                    \
  (__builtin_expect(!!(condition), 1) ? (void)0                                                    \
                                      : ::xblock::checkFailed(#condition, __FILE_NAME__, __LINE__))
