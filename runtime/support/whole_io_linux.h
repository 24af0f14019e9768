//===- whole_io_linux.h - bytes read and written to the last of them -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// By system call: the names of libc are those of the explored program in the process that explores. Interrupted calls are made again.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <string>

namespace xblock {

/// False, with errno, if not all of them could be written.
bool writeWhole(int fd, const char *bytes, std::size_t n);
/// False if there are fewer.
bool readWhole(int fd, char *bytes, std::size_t n);

/// As much as can be: nobody is left to be told of the rest.
inline void writeAll(int fd, const std::string &text) { static_cast<void>(writeWhole(fd, text.data(), text.size())); }

} // namespace xblock
