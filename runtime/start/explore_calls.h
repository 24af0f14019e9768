//===- explore_calls.h - the main line of a program that calls xblock::explore() ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Such a program explores at its calls, and ends with its own exit code (world/explore_call.h). Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"
#include "world/process_world.h"

#include <string>
#include <vector>

namespace xblock {

/// Runs main by `entry` to the end of the program, and all calls on the way. `base`: what calls do not say themselves. `program`: its
/// words. Ends the process.
[[noreturn]] void runMainLine(ProcessWorld &world, void *(*entry)(void *), const Options &base, const std::vector<std::string> &program);

} // namespace xblock
