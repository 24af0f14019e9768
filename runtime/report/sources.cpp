//===- sources.cpp - the lines of source that a report is about ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/sources.h"
#include "report/shown.h"
#include "support/library_headers.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

namespace xblock {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kAround = 6;              // lines before and after one that is named
constexpr std::size_t kLongest = 400;        // bytes of a line
constexpr std::uintmax_t kLargest = 1 << 25; // of a file

using Wanted = std::map<std::string, std::set<uint32_t>>;

void want(Wanted &wanted, const std::string &file, uint32_t line) {
  if (!file.empty() && line && !isLibraryHeader(file))
    wanted[file].insert(line);
}

void want(Wanted &wanted, const std::vector<Frame> &stack) {
  for (const Frame &frame : stack)
    want(wanted, frame.file, frame.line);
}

void want(Wanted &wanted, const Finding &finding) {
  for (const ThreadReport &thread : finding.threads)
    want(wanted, thread.stack);
  for (const MemoryReport &memory : finding.memory)
    want(wanted, memory.stack);
  for (const AccessReport &access : finding.accesses) {
    want(wanted, access.file, access.line);
    want(wanted, access.stack);
  }
  for (const BlockReport &block : finding.blocks)
    for (const Event &event : block.events)
      want(wanted, event.file, event.line);
  for (const StepReport &step : finding.steps)
    want(wanted, step.event.file, step.event.line);
}

/// Cut where a character begins.
std::string shortened(std::string line) {
  if (line.size() <= kLongest)
    return line;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80)
    --end;
  return line.substr(0, end) + " ...";
}

/// The lines that are at most `around` before or after a wanted one, in ranges.
std::vector<SourceRange> readRanges(FILE *file, const std::set<uint32_t> &wanted, uint32_t around) {
  std::vector<SourceRange> ranges;
  std::string line;
  uint32_t number = 1;
  auto endLine = [&] {
    auto next = wanted.lower_bound(number > around ? number - around : 1);
    if (next != wanted.end() && *next <= number + around) {
      if (ranges.empty() || ranges.back().first + ranges.back().lines.size() != number)
        ranges.push_back({number, {}});
      ranges.back().lines.push_back(shortened(line));
    }
    line.clear();
    ++number;
  };
  char part[4096];
  for (std::size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
    for (std::size_t i = 0; i < n; ++i)
      if (part[i] == '\n')
        endLine();
      else if (part[i] != '\r' && line.size() <= 2 * kLongest)
        line += part[i];
  if (!line.empty())
    endLine();
  return ranges;
}

bool isFile(const std::string &path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && fs::file_size(path, error) <= kLargest;
}

/// Where the file lies. Sites have only the end of a path that was given to the compiler as an
/// absolute one and shares a folder with the one it ran in; stacks have all of it, or the program
/// lies in that folder too.
std::string whereIs(const std::string &path, const Wanted &wanted) {
  if (isFile(path) || fs::path(path).is_absolute())
    return path;
  for (const auto &[other, lines] : wanted)
    if (other.ends_with("/" + path) && isFile(other))
      return other;
  std::error_code error;
  for (fs::path folder = fs::read_symlink("/proc/self/exe", error); folder.has_relative_path();) {
    folder = folder.parent_path();
    if (isFile(folder / path))
      return folder / path;
  }
  return path;
}

/// known: files whose paths may be the whole ones.
std::map<std::string, Source> read(const Wanted &wanted, const Wanted &known, uint32_t around) {
  std::map<std::string, Source> sources;
  for (const auto &[path, lines] : wanted) {
    std::string place = whereIs(path, known);
    FILE *file = isFile(place) ? fopen(place.c_str(), "r") : nullptr;
    if (!file)
      continue;
    Source source;
    source.ranges = readRanges(file, lines, around);
    fclose(file);
    source.newer = isNewerThanProgram(place);
    if (!source.ranges.empty())
      sources[validUtf8(shownPath(path))] = std::move(source);
  }
  return sources;
}

} // namespace

bool isNewerThanProgram(const std::string &path) {
  std::error_code error, unknown;
  fs::file_time_type built = fs::last_write_time("/proc/self/exe", error),
                     changed = fs::last_write_time(path, unknown);
  return !error && !unknown && changed > built;
}

std::map<std::string, Source> sourcesOf(const Report &report) {
  Wanted wanted;
  for (const Finding &finding : report.findings)
    want(wanted, finding);
  if (report.unsupported)
    want(wanted, *report.unsupported);
  if (report.ran)
    want(wanted, *report.ran);
  return read(wanted, wanted, kAround);
}

std::map<std::string, Source> excerptsOf(const Finding &finding, const std::vector<std::pair<std::string, uint32_t>> &places,
                                         uint32_t around) {
  Wanted known, wanted;
  want(known, finding);
  for (const auto &[file, line] : places)
    want(wanted, file, line);
  return read(wanted, known, around);
}

} // namespace xblock
