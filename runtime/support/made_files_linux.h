//===- made_files_linux.h - whether a file could be made, found out beforehand ---------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// By trying it: permissions do not tell it all, as where the file system makes no files (/proc), however much the user may do. By
// system call, as in whole_io_linux.h.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <string>

namespace xblock {

/// With its slash; "." if the path has none.
std::string folderOf(const std::string &path);
/// Where a file is, or is made, that a link names; else the path. Links of a process's descriptors (/proc) stay.
std::string behindLinks(std::string path);
/// An errno, 0 if a file could be made there, or stands there. Nothing is left behind.
int whyNotMade(const std::string &path);
/// An errno, 0 if what stands there, a regular file or a device, can be written. Nothing is changed.
int whyNotChanged(const std::string &path);

} // namespace xblock
