#include "native/log_file.h"

#include "report/shown.h"
#include "support/frontier_linux.h"
#include "support/whole_files_linux.h"
#include "support/whole_io_linux.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace xblock::native {

// No streams here: what they make of a locale at their first use is there in every run that is forked later, whose threads would do less
// than those of the run that was recorded, or of its replay.
static constexpr std::string_view kFormat = "xblock native log ", kVersion = "4", kEnd = "end ", kCall = "call ";
// With a newline, which takes the place of the end of the text here.
static constexpr size_t kMostOfLog = Shared::kMostEntries * sizeof "turn 4294967295 4294967295" + Shared::kMostResults * sizeof "result -9223372036854775808" +
                                     4096; // the other lines, of which how it failed is the longest

static std::string shownDigest(const std::string &of) {
  char digest[17];
  snprintf(digest, sizeof digest, "%016llx", static_cast<unsigned long long>(digestOf(of)));
  return digest;
}

/// The last line of a log with that text above it.
static std::string endOf(std::string_view text) { return std::string(kEnd) + shownDigest(std::string(text)) + '\n'; }

/// The first lines of each log of that call.
static std::string beginOf(const std::string &call) {
  return std::string(kFormat) + std::string(kVersion) + '\n' + std::string(kCall) + shownDigest(call) + '\n';
}

/// For a log that begins like that: where none is, or one of the same call. An errno, EEXIST if there is something else.
static int writeLogTo(const std::string &name, const std::string &begin, const std::string &text) {
  std::FILE *made = std::fopen(name.c_str(), "wxe"); // to have the name
  if (made) {
    std::fclose(made);
    const int error = writeWholeFile(name, text);
    if (error)
      std::remove(name.c_str());
    return error;
  }
  if (errno != EEXIST)
    return errno;
  std::string why;
  std::optional<std::string> there = readRegularFile(name, &why, kMostOfLog);
  return there && there->starts_with(begin) ? writeWholeFile(name, text) : EEXIST;
}

std::string logName(const std::string &program, uint64_t number, unsigned nth) {
  return program.substr(program.rfind('/') + 1) + '.' + std::to_string(number) + (nth > 1 ? '.' + std::to_string(nth) : "") + ".xblock-native";
}

std::string writeLog(const std::string &program, const std::string &call, uint64_t number, const Shared &log, const std::string &failure, std::string &name) {
  const std::string begin = beginOf(call);
  std::string text = begin + "failure " + failure + '\n';
  for (uint64_t i = 0; i < log.entries; ++i)
    text += "turn " + std::to_string(log.entry[i].thread) + ' ' + std::to_string(log.entry[i].count) + '\n';
  for (uint64_t i = 0; i < log.results; ++i)
    text += "result " + std::to_string(log.result[i]) + '\n';
  text += endOf(text);
  // That of another call is named in its report.
  int error = EEXIST;
  for (unsigned nth = 1; error == EEXIST && nth <= kMostOfOneName; ++nth) {
    name = logName(program, number, nth);
    error = writeLogTo(name, begin, text);
  }
  return !error ? "" : "'" + name + "' cannot be written: " + std::strerror(error);
}

namespace {

/// The number that `text` begins with, which is taken off it, and a blank before it. False if there is none.
template <typename Number> bool takeNumber(std::string_view &text, Number &to) {
  if (text.starts_with(' '))
    text.remove_prefix(1);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return error == std::errc();
}

/// Up to the next line's end, which is taken off too. False if there is no such end.
bool takeLine(std::string_view &text, std::string_view &line) {
  size_t end = text.find('\n');
  if (end == text.npos)
    return false;
  line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return true;
}

/// Between the first line and the last.
bool parse(std::string_view text, Shared &log, std::string &failure) {
  constexpr std::string_view kFailure = "failure ", kTurn = "turn", kResult = "result";
  std::string_view line;
  if (!takeLine(text, line) || !line.starts_with(kCall) || !takeLine(text, line) || !line.starts_with(kFailure))
    return false;
  failure = line.substr(kFailure.size());
  log.entries = log.results = 0;
  while (takeLine(text, line)) {
    if (line.starts_with(kTurn) && log.entries < Shared::kMostEntries) {
      line.remove_prefix(kTurn.size());
      Entry &entry = log.entry[log.entries++];
      if (!takeNumber(line, entry.thread) || !takeNumber(line, entry.count) || entry.thread == 0 || entry.count == 0)
        return false;
    } else if (line.starts_with(kResult) && log.results < Shared::kMostResults) {
      line.remove_prefix(kResult.size());
      if (!takeNumber(line, log.result[log.results++]))
        return false;
    } else {
      return false;
    }
    if (!line.empty())
      return false;
  }
  return text.empty();
}

/// What is wrong with it, in words that follow the file's name, or "".
std::string read(std::string_view text, Shared &log, std::string &failure) {
  const std::string kNoLog = "is no log of a native run, which begins with the line '" + std::string(kFormat) + std::string(kVersion) + "': give one that --policy=native wrote";
  const std::string_view whole = text;
  std::string_view first;
  if (!text.starts_with(kFormat))
    return kNoLog;
  const bool hasLine = takeLine(text, first);
  if (first.ends_with('\r'))
    return "has line ends of two characters (CRLF), and is to have those that it was written with: give it as --policy=native wrote it";
  if (hasLine && first.substr(kFormat.size()) != kVersion)
    return "is of another version of xblock, whose logs have the version " + printable(first.substr(kFormat.size(), 20), false) + " instead of " + std::string(kVersion) +
           ": have --policy=native find the failure again";
  const size_t end = whole.rfind("\n" + std::string(kEnd));
  if (first.empty() || end == whole.npos || whole.substr(end + 1) != endOf(whole.substr(0, end + 1)))
    return "was cut off or changed since it was written: its checksum is not that of what it holds; give it as --policy=native wrote it";
  text.remove_suffix(whole.size() - end - 1);
  return parse(text, log, failure) ? "" : kNoLog;
}

} // namespace

std::string readLog(const std::string &file, Shared &log, std::string &failure) {
  std::string error;
  std::optional<std::string> text = readRegularFile(file, &error, kMostOfLog);
  if (!text)
    return "cannot read " + file + ": " + error;
  const std::string wrong = read(*text, log, failure);
  return wrong.empty() ? "" : "'" + file + "' " + wrong;
}

uint64_t eventsOf(const Shared &log) {
  uint64_t events = 0;
  for (uint64_t i = 0; i < log.entries; ++i)
    events += log.entry[i].count;
  return events;
}

} // namespace xblock::native
