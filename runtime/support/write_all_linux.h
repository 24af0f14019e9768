//===- write_all_linux.h - what the runtime itself writes -----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <string>

namespace xblock {

/// All of it, to a file descriptor, by system call.
void writeAll(int fd, const std::string &text);

} // namespace xblock
