//===- find_program_linux.cpp - the file a shell would run --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/program_file_linux.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace xblock {

/// "" if the file can be executed, else why not.
static std::string obstacle(const std::string &path) {
  std::error_code error;
  std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return "no such file";
  if (std::filesystem::is_directory(status))
    return "is a directory";
  if (!std::filesystem::is_regular_file(status))
    return "is no regular file";
  return ::access(path.c_str(), X_OK) == 0 ? "" : "is not executable";
}

std::optional<std::string> findProgram(const std::string &word, std::string *error) {
  if (word.find('/') != word.npos) {
    std::string why = obstacle(word);
    if (why.empty())
      return word;
    *error = "'" + word + "': " + why + "; give the path of a program compiled with xblock-clang or xblock-clang++";
    return std::nullopt;
  }
  const char *variable = std::getenv("PATH");
  std::istringstream path(variable ? variable : "");
  for (std::string directory; std::getline(path, directory, ':');) {
    std::string candidate = (directory.empty() ? "." : directory) + "/" + word;
    if (!word.empty() && obstacle(candidate).empty())
      return candidate;
  }
  *error = "'" + word + "': not found in PATH";
  *error += !word.empty() && obstacle(word).empty() ? "; the one here is './" + word + "'" : "; give the path of a program, as in ./test";
  return std::nullopt;
}

} // namespace xblock
