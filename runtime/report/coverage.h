//===- coverage.h - what was covered, as a file and in reports ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The models are those of engine/coverage.h; docs/coverage.md tells users of them. The same bytes
// for the same tasks: all is sorted. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xblock {

struct CoverageReport {
  struct Function {
    std::string name, file; ///< the file with its whole path; empty if it is not known
    uint32_t line = 0;      ///< the first that a thread was seen to stand at
    bool interrupted = false, ranThrough = false;
  };
  struct LockSite {
    std::string function, file;
    uint32_t line = 0;
    bool taken = false, waited = false, waitedFor = false;
  };
  std::string program;     ///< its file's name
  std::string digest;      ///< of its file's bytes
  bool wholeStack = false; ///< --coverage-frames=stack
  uint64_t runs = 0, schedules = 0;
  std::vector<Function> functions;
  std::vector<std::pair<uint32_t, uint32_t>>
      pairs; ///< of positions in functions: interrupted, executed meanwhile
  std::vector<LockSite> locks;

  // Not in the file:
  std::string keptIn;    ///< the file, as on the command line
  bool complete = false; ///< a search came to its end: what is not covered cannot be

  size_t interrupted() const;
  size_t ranThrough() const;
};

/// With functions, pairs and locks in order.
CoverageReport sorted(const CoverageReport &report);
/// The file of --coverage: a JSON object. Ends in a newline.
std::string printCoverageFile(const CoverageReport &report);
/// Nothing, with the end of a line that begins with the file's name in *error, if it is none.
std::optional<CoverageReport> parseCoverageFile(const std::string &text, std::string *error);
/// The lines of the text report.
std::vector<std::string> coverageLines(const CoverageReport &report);
/// One page that loads nothing.
std::string printCoverageHtml(const CoverageReport &report);

} // namespace xblock
