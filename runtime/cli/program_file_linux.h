//===- program_file_linux.h - the program that is to be explored, as a file ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Looked at before it is started, so that a mistake is one line and not a strange run. x86-64 ELF
// only. Nothing is loaded or executed.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <optional>
#include <string>

namespace xblock {

/// The file a shell would run for that word: itself if it has a slash, else the first of PATH.
/// Empty, with one line in *error, if there is none that may be executed.
std::optional<std::string> findProgram(const std::string &word, std::string *error);

/// Whether the file is a program compiled with the pass; works for stripped files. If not, one line
/// in *error says what it is instead.
bool isInstrumented(const std::string &path, std::string *error);

} // namespace xblock
