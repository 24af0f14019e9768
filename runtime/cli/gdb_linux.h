//===- gdb_linux.h - a replay under gdb ----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "options/options.h"

#include <string>
#include <vector>

namespace xblock {

/// Becomes gdb, which runs the file with these words and options, and has xblock_gdb.py. Returns
/// only if that cannot be: one line.
std::string becomeGdb(const std::string &file, const std::vector<std::string> &words,
                      Options options);

/// The words of --gdb-args: apart by blanks, quoted by '...' or "..."; a backslash keeps what
/// follows, as in a shell. False if a quote is not closed.
bool splitWords(const std::string &text, std::vector<std::string> &words);

} // namespace xblock
