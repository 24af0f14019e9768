//===- texts.h - what --help and the man page both say --------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Beside the help of each option, which is in options.def. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

#include <string>
#include <string_view>

namespace xblock {

namespace text {
constexpr const char *kSummary = "Runs a multithreaded program under every schedule that matters.";
constexpr const char *kRun = "Explore the program's schedules.";
constexpr const char *kReplay = "Run one schedule, as a report printed it.";
constexpr const char *kCompare = "Sample a program by several policies, many times each, and tell how soon each finds a failure.";
constexpr const char *kSchedule = "The schedule, beginning with x1:";
constexpr const char *kByItself = "An instrumented program run by itself explores too, with its options in XBLOCK_OPTIONS, for "
                                  "example XBLOCK_OPTIONS=\"keep-going json=report.json\".";
} // namespace text

struct ExitText {
  int code;
  std::string_view name, meaning;
};
constexpr ExitText kExitTexts[] = {
    {0, "complete", "Every schedule of the mode ran, or was shown equivalent to one that ran, and none fails; what was bounded is said."},
    {1, "failure", "A schedule fails, or data races were found."},
    {2, "incomplete", "A limit or a signal ended the search, or schedules were given up; no schedule that ran fails."},
    {3, "usage or environment error", "One line on standard error says what is wrong, where, and what to do."},
    {4, "unsupported", "The program did what is not modelled: it is named, with its place and the schedule that leads there."},
};

/// The help of an option, with its default.
inline std::string helpWithDefault(const OptionInfo &option) {
  std::string standard = option.type == OptionType::Flag ? "" : valueText(Options{}, option);
  return std::string(option.help) + (standard.empty() ? "" : " Default: " + standard + ".");
}

/// Whether `xblock run`, `replay` or `compare`, by its name, takes it.
inline bool isOptionOf(std::string_view command, const OptionInfo &option) {
  if (command == "compare") { // many runs, of which the numbers count
    for (std::string_view word : listedWords("policy|check|keep-going|shorten|progress|sarif|junit|html|frontier|resume|color|outcomes|"
                                             "expect-outcomes|quiet|verbose|starvation|log|coverage|coverage-html|until-coverage|coverage-patience|native-log"))
      if (option.name == word)
        return false;
    return option.audience == Audience::Public || option.audience == Audience::Search || option.audience == Audience::Compare;
  }
  Audience own = command == "run" ? Audience::Search : Audience::Replay;
  return option.audience == Audience::Public || option.audience == own;
}

} // namespace xblock
