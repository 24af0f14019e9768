//===- whole_files_linux.h - files that are written whole, or not at all ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A file is written beside the one that has its name, and then takes its place: whoever reads it has the old one or the new. By
// system call, as in whole_io_linux.h.
//
// Invariants
//  1. If an error is returned, the file is as it was. Nothing that was made stays.
//  2. Permissions, owner, links that lead to the file, and its other names, hold for what it is then.
//  3. Where there is never a file beside it (a device, a pipe, a folder that takes no file, another's file, a file of several names,
//     one of another process's descriptor), it is written in place. If that fails then, it is empty, and gone if it was made. Where
//     there is none now (no room, too many open files), that is the error.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <string>

namespace xblock {

/// An errno, 0 if the whole text is there.
int writeWholeFile(const std::string &path, const std::string &text);

} // namespace xblock
