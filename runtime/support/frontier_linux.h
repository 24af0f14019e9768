//===- frontier_linux.h - the file that a search can be gone on with from ------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Written beside the old one, and put in its place: whatever kills the process, a whole one is there. Who writes it, or goes
// on from it, has it locked until the process ends. Private memory; by system call, and no file descriptor that the program
// could meet is left open.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <optional>
#include <string>

namespace xblock {

class FrontierFile {
public:
  explicit FrontierFile(std::string path) : path_(std::move(path)) {}
  const std::string &path() const { return path_; }
  bool exists() const;

  /// What keeps it from being written, or would be lost by that, in words that follow its name; "" if nothing.
  std::string obstacle() const;
  /// The first of these alone: of a file that is to be gone on from.
  std::string whyNotWritten() const;
  /// "" or why it cannot be written, in words that follow its name: the old one is there then, and nothing else that was made.
  std::string write(const std::string &body);
  /// What was written last. Nothing, with words that follow the file's name in *error, if there is none, it is damaged, or
  /// another process has it.
  std::optional<std::string> read(std::string *error);
  void remove();
  /// In a process that was forked from the one that has it: this one is not to hold it.
  void leave() const;

private:
  std::string fresh() const { return path_ + ".new"; }
  static bool lock(int fd, int tries);
  std::string take(int tries);
  void hold(int fd);
  static bool fill(int fd, const std::string &body);

  std::string path_;
  int held_ = -1; ///< the file, locked
};

/// A number for what a file holds; 0 if it cannot be read.
uint64_t digestOfFile(const std::string &path);
uint64_t digestOf(const std::string &bytes);

} // namespace xblock
