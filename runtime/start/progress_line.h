//===- progress_line.h - how far the search is, while it runs -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// On a terminal one line on stderr that is written over, and is gone before the report; else, if asked for, a plain line
// every few seconds. The report's bytes never depend on it. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"

#include <chrono>
#include <string>

namespace xblock {

class ProgressLine {
public:
  /// when: auto (on a terminal only), always, never.
  ProgressLine(const std::string &when, bool terminal);

  bool shows() const { return shows_; }
  bool due() const;
  void show(const SearchProgress &now);
  /// No line is left on the terminal.
  void clear();

private:
  using Clock = std::chrono::steady_clock;
  bool shows_, terminal_, shown_ = false;
  Clock::time_point begun_, next_;
};

/// "12,000 schedules of about 48,000, 2,400/s, 1 failure, round 2", without an end of line.
std::string progressText(const SearchProgress &now, double seconds);

} // namespace xblock
