//===- sources.h - the lines of source that a report is about -----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For the page: it must show them where the source is not. Only regular files are read. Private
// memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/report.h"

#include <cstdint>
#include <map>
#include <string>
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

/// By path as it is shown; the lines that findings name, with some around them, as far as they can
/// be read.
std::map<std::string, Source> sourcesOf(const Report &report);

} // namespace xblock
