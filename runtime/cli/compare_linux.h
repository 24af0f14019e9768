//===- compare_linux.h - several policies on one program ---------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// xblock compare: runs the program as xblock run does, quietly, by each policy with each seed, and reads the report of each run.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

#include <string>
#include <vector>

namespace xblock {

/// The exit code; prints the table to stdout, and what is wrong to stderr. A signal ends it with the table of what is known.
int compare(const std::string &file, const std::vector<std::string> &argv, const Options &options);

} // namespace xblock
