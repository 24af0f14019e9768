//===- excerpts.cpp - the two or three lines of source that matter --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/excerpts.h"

#include "report/shown.h"
#include "report/sources.h"
#include "report/stacks.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace xblock {
namespace {

constexpr std::size_t kMost = 3; // places
constexpr std::size_t kWidest = 110;

using Place = std::pair<std::string, uint32_t>; // file and line

/// Places, each with the threads that are there.
class Places {
public:
  void add(const std::string &file, uint32_t line, const std::string &thread) {
    if (file.empty() || line == 0)
      return;
    auto at = std::ranges::find(all, Place(file, line), &std::pair<Place, std::string>::first);
    if (at != all.end())
      at->second += at->second.find(thread) == std::string::npos ? ", " + thread : "";
    else if (all.size() < kMost)
      all.push_back({{file, line}, thread});
  }
  void add(const ThreadReport &thread) {
    if (thread.stack.empty())
      return;
    const Frame &frame = namingFrame(thread.stack);
    add(frame.file, frame.line, thread.name);
  }
  std::vector<std::pair<Place, std::string>> all;
};

Places placesOf(const Finding &finding) {
  Places places;
  for (const AccessReport &access : finding.accesses)
    places.add(access.file, access.line, access.name);
  for (const ThreadReport &thread : finding.threads)
    if (thread.state == "failed")
      places.add(thread);
  // First those that wait for what another one holds; for ends of threads only if all do.
  auto rank = [](const ThreadReport &t) { return t.hasOwner ? 0 : t.waitsFor.kind != ResourceKind::ThreadEnd ? 1 : 2; };
  bool waits = finding.failure.kind == FailureKind::Deadlock || finding.failure.kind == FailureKind::Livelock;
  for (int r = 0; r < 3 && waits && (r < 2 || places.all.empty()); ++r)
    for (const ThreadReport &thread : finding.threads)
      if (thread.waitsFor.kind != ResourceKind::None && rank(thread) == r)
        places.add(thread);
  return places;
}

} // namespace

std::string printExcerpts(const Finding &finding, Paint paint, std::size_t columns) {
  Places places = placesOf(finding);
  std::vector<Place> wanted;
  for (const auto &[place, threads] : places.all)
    wanted.push_back(place);
  std::map<std::string, Source> sources = excerptsOf(finding, wanted, 1);
  const std::size_t width = columns ? std::min(columns, kWidest) : kWidest;
  std::string text;
  for (const auto &[file, source] : sources) {
    text += "    " + paint.dim(printable(file, false) + (source.newer ? ", changed since the program was built" : "")) + "\n";
    std::size_t digits = 0, marks = 0;
    for (const SourceRange &range : source.ranges)
      digits = std::max(digits, std::to_string(range.first + range.lines.size() - 1).size());
    auto threadsAt = [&](uint32_t line) {
      for (const auto &[place, threads] : places.all)
        if (place.second == line && validUtf8(shownPath(place.first)) == file)
          return threads;
      return std::string();
    };
    for (const auto &[place, threads] : places.all)
      marks = std::max(marks, threads.size());
    for (const SourceRange &range : source.ranges)
      for (std::size_t i = 0; i < range.lines.size(); ++i) {
        uint32_t number = range.first + static_cast<uint32_t>(i);
        std::string threads = threadsAt(number), n = std::to_string(number);
        std::string start = "    " + threads + std::string(marks - threads.size(), ' ') + (threads.empty() ? "   " : " > ") +
                            std::string(digits - n.size(), ' ') + n + " | ";
        std::string line = printable(range.lines[i], false);
        if (start.size() + line.size() > width)
          line = validUtf8(line.substr(0, width - std::min(width, start.size() + 4))) + " ...";
        text += threads.empty() ? paint.dim(start) + line : paint.bold(start + line);
        text += "\n";
      }
  }
  return text;
}

} // namespace xblock
