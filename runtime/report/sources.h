//===- sources.h - the lines of source that a report is about -----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For the page, which must show them where the source is not, and for the text, which shows the few that matter. Only regular
// files are read. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/report.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace xblock {

struct SourceRange {
  uint32_t first = 0; ///< number of the first line
  std::vector<std::string> lines;
};
struct Source {
  bool newer = false; ///< changed since the program was built: the lines need not be those that ran
  std::vector<SourceRange> ranges;
};

/// Whether a file that is there was changed since the program was built.
bool isNewerThanProgram(const std::string &path);

/// By path as it is shown; the lines that findings name, with some around them, as far as they can
/// be read.
std::map<std::string, Source> sourcesOf(const Report &report);

/// The same of the lines at these places of a finding, with `around` before and after each.
std::map<std::string, Source> excerptsOf(const Finding &finding, const std::vector<std::pair<std::string, uint32_t>> &places,
                                         uint32_t around);

} // namespace xblock
