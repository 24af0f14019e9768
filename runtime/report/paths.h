//===- paths.h - how a report shows files, and words of a command -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For the printers, text and JSON alike; private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace xblock {

/// The path without "." and "..", relative to the current directory if it lies below it.
std::string shownPath(const std::string &path);
/// "file:line", with the path as it is shown; "" if the file is unknown.
std::string shownPlace(const std::string &file, uint32_t line);
/// The same with the last part of the path only, for narrow columns.
std::string shortPlace(const std::string &file, uint32_t line);
/// The word as one argument of a POSIX shell.
std::string shellQuoted(const std::string &word);
/// Bytes that would act on a terminal written as \xNN; tabs and UTF-8 stay. Newlines stay if
/// keepNewlines.
std::string printable(std::string_view text, bool keepNewlines);

} // namespace xblock
