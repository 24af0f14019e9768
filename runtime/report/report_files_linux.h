//===- report_files_linux.h - where reports are written --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A name is that of a file in the folder where xblock was started, wherever the program goes; "-" is standard output. What is
// standard output or standard error by another name (/dev/stdout) is written to like these, not from its start. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <string>
#include <vector>

namespace xblock {

/// What an option names; "" if it was not given.
struct NamedFile {
  std::string option; ///< "--json"
  std::string name;
  bool isRead = false; ///< before that: who reads it tells better that it is a program
};

/// What is told where unread().
constexpr const char kUnread[] = "xblock: the reader of standard output is gone: not all of the report was written there\n";

class ReportFiles {
public:
  /// Before the program runs. What is wrong with a file that is to be written, in one line; "" if all can be. None is to be one of the others.
  std::string prepare(const std::vector<NamedFile> &written, const std::vector<NamedFile> &others);
  /// A report is to be all that is on standard output.
  bool takesOutput() const { return takesOutput_; }
  /// The whole text to the file: who reads it has the old one or the new. What went wrong, in one line; "" if nothing did.
  std::string write(const std::string &name, const std::string &text) const;
  /// The program's own output to stream 1 or 2. What went wrong, in one line; that it has no reader (`| head`), or none was wanted (`>&-`), is no error.
  static std::string writeStream(int stream, const std::string &text);
  /// Whoever was to read a report on standard output went away before its end.
  bool unread() const { return unread_; }

private:
  std::string pathOf(const std::string &name) const { return name.starts_with('/') ? name : folder_ + "/" + name; }
  int streamOf(const std::string &name) const;
  static std::string tryStream(int stream);

  std::string folder_;
  bool takesOutput_ = false;
  mutable bool unread_ = false;
};

} // namespace xblock
