//===- watched_run_linux.h - a search that goes on behind the deaths of its process ------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Starts the program. If the process dies in the search, starts it again to see in which block, and then once more to go on
// behind that (support/watch.h).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "cli/launch_linux.h"
#include "options/options.h"

#include <optional>
#include <string>
#include <vector>

namespace xblock {

/// How the last process ended. Empty, with one line in *error, if it could not be started.
std::optional<Ended> runWatched(const std::string &file, const std::vector<std::string> &argv, Options options,
                                std::string *error);

} // namespace xblock
