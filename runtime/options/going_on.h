//===- going_on.h - what a search that is gone on with has in common with the one before ---------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// --resume and --frontier=auto, of searches, samples and native runs alike.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

#include <string>
#include <vector>

namespace xblock {

/// Those that a search must be gone on with, as text: without limits on schedules and time, and
/// what only the report is about.
std::string sameOptions(const Options &options);
/// The program's name without its folder, then its arguments.
std::vector<std::string> programAndArguments(std::vector<std::string> words);
/// The file of a search of that program with those options, unless --frontier names another.
std::string frontierName(const std::string &sameOptions,
                         const std::vector<std::string> &programAndArguments);
/// The words of the command that goes on with a search of `program`: as it was begun, but for what
/// is internal.
std::vector<std::string> resumeWords(const Options &options,
                                     const std::vector<std::string> &program);

} // namespace xblock
