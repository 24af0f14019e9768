//===- base_linux.h - the files that the system has -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Each is looked at once, and answers the same ever after (design.md section 5). Nothing is written. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace xblock::files {

struct BaseFile {
  std::string path;
  int error = 0;         ///< why it is not there, e.g. ENOENT; else 0, and the rest holds
  struct stat status {}; ///< of the file itself, if it is a symbolic link
  std::string target;    ///< of a link
  bool readable = false, writable = false, executable = false; ///< by this process

  const char *data = nullptr; ///< of a regular file, from loadContents() on
  uint64_t size = 0;
  std::vector<std::string> names; ///< in a directory, sorted, without . and .., from loadNames() on
  bool loaded = false;
  int loadError = 0;
};

/// `path` is absolute; its last component may be a link, the others are none. The object lives until forgetBase().
const BaseFile &baseAt(const std::string &path);
/// What was looked at is looked at anew. No object of baseAt() may be used any more.
void forgetBase();
/// 0 or why it cannot be read.
int loadContents(const BaseFile &file);
int loadNames(const BaseFile &directory);

/// What the system has open there; path empty if it has none.
struct BaseDescriptor {
  int error = 0; ///< EBADF
  bool events = false; ///< an event counter
  struct stat status {};
  std::string path;
  int flags = 0;
  int64_t offset = 0;
  bool closeOnExec = false;
};
BaseDescriptor baseDescriptor(int fd);
/// Whether one came from the other by dup().
bool isSameOpenFile(int a, int b);
/// Numbers of those that are open, sorted.
std::vector<int> baseDescriptors();
/// What waits to be read in a pipe or the like, at most `most` bytes of a stream, or one message: it is taken.
std::string drain(int fd, size_t most);
/// Of a socket, its pending error, which it has no more; and whether nothing comes any more.
std::pair<int, bool> stateOfSocket(int fd);
std::string currentDirectory();
/// All that is left of stdin, read to its end once.
const BaseFile &standardInput();

} // namespace xblock::files
