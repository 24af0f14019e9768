//===- output_files_linux.cpp - files that are to be written when all is over --------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/output_files_linux.h"

#include "support/made_files_linux.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace xblock {

int whyNotWritable(const std::string &path) {
  struct stat there{};
  if (stat(path.c_str(), &there) == 0) {
    if (S_ISDIR(there.st_mode))
      return EISDIR;
    if (S_ISREG(there.st_mode) || S_ISCHR(there.st_mode))
      return whyNotChanged(path);
    return access(path.c_str(), W_OK) == 0 ? 0 : errno; // who reads a pipe would see it opened, and closed
  }
  if (errno != ENOENT)
    return errno;
  const std::string made = behindLinks(path);
  if (made.empty() || made.back() == '/')
    return made.empty() ? ENOENT : EISDIR;
  return whyNotMade(made);
}

std::string cannotWrite(const std::string &name, int error) {
  const bool isFull = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return "cannot write " + name + ": " + strerror(error) + (isFull ? "; give it more room, or another place" : "; check the path and its permissions");
}

std::string wouldReplaceSource(const std::string &option, const std::string &name, const std::string &path) {
  struct stat there{};
  if (stat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0)
    return "";
  for (const char *ending : {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".inc", ".ipp"})
    if (path.ends_with(ending))
      return option + ": " + name + " is there, and by its name a source file, which would be lost: give another name";
  return "";
}

std::optional<FileIdentity> identityOf(const std::string &path) {
  struct stat there{};
  if (stat(path.c_str(), &there) == 0)
    return S_ISREG(there.st_mode) ? std::optional(FileIdentity{there.st_dev, there.st_ino, ""})
                                  : std::nullopt;
  const std::string made = behindLinks(path);
  if (stat(folderOf(made).c_str(), &there) != 0)
    return std::nullopt;
  size_t slash = made.rfind('/');
  return FileIdentity{there.st_dev, there.st_ino,
                      slash == made.npos ? made : made.substr(slash + 1)};
}

} // namespace xblock
