//===- report_files_linux.h - where reports are written --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A name is that of a file in the folder where xblock was started, wherever the program goes; "-" is standard output. What is
// standard output or standard error by another name (/dev/stdout) is written to like these, not from its start. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

#include <string>

namespace xblock {

class ReportFiles {
public:
  /// Before the program runs. What is wrong with a file that is asked for, in one line; "" if all can be written.
  std::string prepare(const Options &options);
  /// A report is to be all that is on standard output.
  bool takesOutput() const { return takesOutput_; }
  /// The whole text to the file. What went wrong, in one line; "" if nothing did.
  std::string write(const std::string &name, const std::string &text) const;
  /// The same, of a file that is read in other runs: who reads it has the old one or the new.
  std::string replace(const std::string &name, const std::string &text) const;

private:
  std::string pathOf(const std::string &name) const { return name.starts_with('/') ? name : folder_ + "/" + name; }
  int streamOf(const std::string &name) const;

  std::string folder_;
  bool takesOutput_ = false;
};

} // namespace xblock
