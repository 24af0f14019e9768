//===- steps.cpp - the steps of a schedule as lines ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/steps.h"
#include "report/counted.h"
#include "report/shown.h"

#include <algorithm>
#include <array>
#include <vector>

namespace xblock {
namespace {

constexpr std::size_t kWidestColumn = 48; // a longer text pushes its own line only

/// Of a decimal number.
std::string hexOf(const std::string &decimal) {
  unsigned __int128 value = 0;
  for (char c : decimal)
    value = value * 10 + static_cast<unsigned>(c - '0');
  std::string text;
  do
    text.insert(text.begin(), "0123456789abcdef"[static_cast<unsigned>(value & 15)]);
  while (value >>= 4);
  return "0x" + text;
}

std::string shownNumber(const std::string &value) {
  constexpr std::size_t kLongest = 5; // above 99,999 a reader may look for bits, or an address
  bool isNumber = value.find_first_not_of("0123456789") == value.npos;
  return isNumber && value.size() > kLongest ? value + " (" + hexOf(value) + ")" : value;
}

/// The columns: number, block, thread, what it did, place, locks.
using Line = std::array<std::string, 6>;

std::string threadName(const Finding &finding, ThreadId thread) {
  for (const ThreadReport &report : finding.threads)
    if (report.thread == thread && !report.name.empty())
      return printable(report.name, false);
  return index(thread) ? "T" + std::to_string(index(thread)) : "main";
}

Line lineOf(const Finding &finding, const StepReport &step) {
  std::string what = printable(step.event.text, false), values = shownValues(step), locks;
  if (!values.empty())
    what += (step.write ? ": " : " = ") + values;
  for (const std::string &lock : step.holding)
    locks += (locks.empty() ? "holding " : ", ") + printable(lock, false);
  return {std::to_string(step.number),
          std::to_string(step.block + 1),
          threadName(finding, step.thread),
          what,
          shortPlace(step.event.file, step.event.line),
          locks};
}

} // namespace

std::string shownValues(const StepReport &step) {
  if (step.before.empty())
    return "";
  if (!step.write)
    return shownNumber(step.before);
  return shownNumber(step.before) + " -> " + (step.after.empty() ? "?" : shownNumber(step.after));
}

std::string printSteps(const Finding &finding, Paint paint) {
  if (finding.steps.empty())
    return finding.whyNoSteps.empty() ? "" : "    none: the schedule did something else when it was run again for its steps: " + finding.whyNoSteps + "\n";
  std::vector<Line> lines = {{"step", "block", "thread", "", "", ""}};
  for (const StepReport &step : finding.steps)
    lines.push_back(lineOf(finding, step));
  std::array<std::size_t, 6> widths{};
  for (const Line &line : lines)
    for (std::size_t i = 0; i < line.size(); ++i)
      if (line[i].size() <= kWidestColumn)
        widths[i] = std::max(widths[i], line[i].size());
  std::string text;
  uint64_t before = 0;
  for (const Line &line : lines) {
    const StepReport *step =
        &line == lines.data() ? nullptr
                              : &finding.steps[static_cast<std::size_t>(&line - lines.data()) - 1];
    if (step && step->number != before + 1)
      text += "    " +
              paint.dim(counted(step->number - before - 1, "step", "steps") + " left out") + "\n";
    before = step ? step->number : 0;
    std::string row = "    ";
    std::size_t blanks = 0; // before the next word
    for (std::size_t i = 0; i < line.size(); ++i) {
      bool rightBound = i < 2;
      std::size_t missing = widths[i] > line[i].size() ? widths[i] - line[i].size() : 0;
      if (rightBound)
        blanks += missing;
      if (!line[i].empty()) {
        bool dim = !step || i < 2 || i == 4;
        row += std::string(blanks, ' ') + (step && step->failure && i == 3 ? paint.red(line[i])
                                           : dim                           ? paint.dim(line[i])
                                                                           : line[i]);
        blanks = 0;
      }
      blanks += (rightBound ? 0 : missing) + 2;
    }
    text += row + "\n";
  }
  return text;
}

} // namespace xblock
