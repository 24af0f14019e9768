//===- progress_line.h - how far the search is, while it runs -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// On a terminal one line on stderr that is written over, and is gone before the report; else, if asked for, a plain line
// every few seconds. The report's bytes never depend on it. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace xblock {

struct HowFar {
  uint64_t schedules = 0;
  uint64_t failures = 0;     ///< distinct
  uint64_t rounds = 1;       ///< of the search, this one included
  double estimatedTotal = 0; ///< schedules in all; 0: unknown
};

class ProgressLine {
public:
  /// when: auto (on a terminal only), always, never.
  ProgressLine(const std::string &when, bool terminal);

  bool shows() const { return shows_; }
  bool due() const;
  void show(const HowFar &now);
  /// No line is left on the terminal.
  void clear();

private:
  using Clock = std::chrono::steady_clock;
  bool shows_, terminal_, shown_ = false;
  Clock::time_point begun_, next_;
};

/// "12,000 schedules of about 48,000, 2,400/s, 1 failure, round 2", without an end of line.
std::string progressText(const HowFar &now, double seconds);

} // namespace xblock
