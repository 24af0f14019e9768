//===- gdb_linux.cpp - a replay under gdb --------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/gdb_linux.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace xblock {

bool splitWords(const std::string &text, std::vector<std::string> &words) {
  char quote = 0;
  bool inWord = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (!quote && (c == ' ' || c == '\t' || c == '\n')) {
      inWord = false;
      continue;
    }
    if (!inWord)
      words.emplace_back();
    inWord = true;
    if (quote ? c == quote : c == '\'' || c == '"')
      quote = quote ? 0 : c;
    else if (c == '\\' && i + 1 < text.size() &&
             (!quote || (quote == '"' && (text[i + 1] == '"' || text[i + 1] == '\\'))))
      words.back() += text[++i];
    else
      words.back() += c;
  }
  return !quote;
}

/// Beside the command, in the tree where it was built or installed.
static std::filesystem::path scriptOfGdb() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path().parent_path() /
         "share" / "xblock" / "xblock_gdb.py";
}

std::string becomeGdb(const std::string &file, const std::vector<std::string> &words,
                      Options options) {
  std::filesystem::path script = scriptOfGdb();
  std::error_code error;
  if (!std::filesystem::exists(script, error))
    return "--gdb: " + script.string() + " is not there: install xblock as a whole";
  std::vector<std::string> line = {"gdb", "-q", "-x", script.string(), "-ex", "run"};
  if (!splitWords(options.gdbArgs, line))
    return "--gdb-args: a quote is not closed in '" + options.gdbArgs + "': close it";
  line.emplace_back("--args");
  line.push_back(file);
  line.insert(line.end(), words.begin() + 1, words.end());
  options.gdbArgs.clear();
  ::setenv("XBLOCK_OPTIONS", print(options).c_str(), 1);
  ::unsetenv("XBLOCK_PARENT"); // nobody waits for a verdict
  ::unsetenv("XBLOCK_WATCH");
  std::vector<char *> argv;
  for (std::string &word : line)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execvp("gdb", argv.data());
  if (errno == ENOENT)
    return "--gdb: gdb is not in PATH; on Debian it is in the package gdb";
  return std::string("--gdb: gdb cannot be started: ") + std::strerror(errno);
}

} // namespace xblock
