//===- output_files_linux.h - files that are to be written when all is over ----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What is wrong with their names is found before anything runs. Nothing is written, and nothing that is made stays.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <optional>
#include <string>
#include <tuple>

namespace xblock {

/// An errno, 0 if nothing stands in the way of writing it.
int whyNotWritable(const std::string &path);
/// "cannot write NAME: ...; what to do".
std::string cannotWrite(const std::string &name, int error);

/// One line if a source file of C or C++ is there, which nobody means to lose; else "".
std::string wouldReplaceSource(const std::string &option, const std::string &name, const std::string &path);

/// Of a regular file, there or to be made: the same by whichever path.
using FileIdentity = std::tuple<unsigned long, unsigned long, std::string>;
/// Nothing of what two may write to (a pipe, a device), or of what cannot be written.
std::optional<FileIdentity> identityOf(const std::string &path);

} // namespace xblock
