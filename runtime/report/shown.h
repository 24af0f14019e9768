//===- shown.h - how a report shows files, words of a command and long lines ---------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For the printers, text and JSON alike, and for the help of the command line; private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/failure.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xblock {

/// The path without "." and "..", relative to the current directory if it lies below it.
std::string shownPath(const std::string &path);
/// "file:line", with the path as it is shown; "" if the file is unknown.
std::string shownPlace(const std::string &file, uint32_t line);
/// The same with the last part of the path only, for narrow columns.
std::string shortPlace(const std::string &file, uint32_t line);
/// "mutex m, mutex n" or "nothing": the locks that a thread held at the access.
std::string shownLocks(const AccessReport &access);
/// The word as one argument of a POSIX shell.
std::string shellQuoted(const std::string &word);
/// The words as a command.
std::string shellQuoted(const std::vector<std::string> &words);
/// Bytes that would act on a terminal written as \xNN; tabs and UTF-8 stay. Newlines stay if
/// keepNewlines.
std::string printable(std::string_view text, bool keepNewlines);
/// With U+FFFD for bytes that are no UTF-8, as JSON and XML have it.
std::string validUtf8(const std::string &text);
/// The words of the text in lines of at most `width` columns, as far as they fit; every line but
/// the first begins with `indent` spaces.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

} // namespace xblock
