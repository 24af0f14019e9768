//===- runs.h - the program again and again on real threads, or once by a log ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

namespace xblock::native {

/// As main() was given them.
struct ProgramCall {
  int argc;
  char **argv, **environment;
};

/// Both end the process, with the report.
[[noreturn]] void runAll(const Options &options, const ProgramCall &program);
[[noreturn]] void replayLog(const Options &options, const ProgramCall &program);

} // namespace xblock::native
