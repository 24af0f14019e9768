//===- help.h - how --help looks ----------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// CLI11's own layout with our usage line, and with descriptions broken into lines that fit a
// terminal.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace xblock {

/// Sets the layout, and the text below the options, of the command and its subcommands to come.
void styleHelp(CLI::App &app);

/// "xblock run [options] -- program arguments...", for the name of a command, or "" for xblock
/// itself.
std::string usageOf(const std::string &command);

} // namespace xblock
