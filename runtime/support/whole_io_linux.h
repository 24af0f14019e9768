//===- whole_io_linux.h - bytes read and written to the last of them -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// By system call: the names of libc are those of the explored program in the process that explores. Interrupted calls are made again.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace xblock {

/// False, with errno, if not all of them could be written.
bool writeWhole(int fd, const char *bytes, std::size_t n);
/// False if there are fewer.
bool readWhole(int fd, char *bytes, std::size_t n);

/// The whole of a regular file: a device may have no end, and a pipe nobody who writes. Nothing, with errno, if it cannot be read, is
/// none, or has more than `most` bytes; why, and what to do, in *error, as what follows "cannot read NAME: ".
constexpr std::size_t kMostOfFile = std::size_t{1} << 30;
std::optional<std::string> readRegularFile(const std::string &path, std::string *error, std::size_t most = kMostOfFile);

/// As much as can be: nobody is left to be told of the rest.
inline void writeAll(int fd, const std::string &text) { static_cast<void>(writeWhole(fd, text.data(), text.size())); }

} // namespace xblock
