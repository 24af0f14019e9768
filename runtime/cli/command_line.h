//===- command_line.h - what the user asked for -------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
//   xblock run [options] -- program arguments...
//   xblock replay SCHEDULE [options] -- program arguments...
//   xblock compare [options] -- program arguments...
//
// The options are those of include/xblock/options.def; the command line goes before XBLOCK_OPTIONS,
// which the caller passes as `base`. Reads no environment, prints nothing.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace xblock {

/// Start the program with these options.
struct Launch {
  Options options;
  std::vector<std::string> program;
  bool compares = false; ///< by several policies
};
/// Print this and end well: help, version.
struct Answer {
  std::string text;
};
/// Say this, in one line, and end with the verdict Usage.
struct Mistake {
  std::string message;
};

/// arguments: argv without its first word.
std::variant<Launch, Answer, Mistake> readCommandLine(std::span<const std::string> arguments,
                                                      const Options &base);

} // namespace xblock
