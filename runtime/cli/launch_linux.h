//===- launch_linux.h - the exploring process, from outside -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Starts the instrumented program as a child, which explores itself, and outlives it: a death of
// the child that is no verdict is told in one line. SIGINT, SIGTERM and SIGHUP sent to us go on to
// the child.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

#include <optional>
#include <string>
#include <vector>

namespace xblock {

/// Runs the file with argv, XBLOCK_OPTIONS and XBLOCK_PARENT=1, and waits for it. Returns its wait
/// status; empty, with one line in *error, if it could not be started. Called once.
std::optional<int> runChild(const std::string &file, const std::vector<std::string> &argv,
                            const Options &options, std::string *error);

/// "" if the wait status is that of a verdict (exit code 0 to 4), else one line: what happened,
/// what to do.
std::string whyNoVerdict(int waitStatus);

} // namespace xblock
