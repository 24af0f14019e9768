#include "native/log_file.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace xblock::native {

// No streams here: what they make of a locale at their first use is there in every run that is forked later, whose threads would do less
// than those of the run that was recorded, or of its replay.
static constexpr std::string_view kFirstLine = "xblock native log 1";

std::string writeLog(const std::string &file, const Shared &log, const std::string &failure) {
  std::string text = std::string(kFirstLine) + "\nfailure " + failure + '\n';
  for (uint64_t i = 0; i < log.entries; ++i)
    text += "turn " + std::to_string(log.entry[i].thread) + ' ' + std::to_string(log.entry[i].count) + '\n';
  for (uint64_t i = 0; i < log.results; ++i)
    text += "result " + std::to_string(log.result[i]) + '\n';
  text += "end\n";
  std::FILE *out = std::fopen(file.c_str(), "w");
  bool written = out && std::fwrite(text.data(), 1, text.size(), out) == text.size();
  int error = errno;
  if (out && std::fclose(out) != 0 && written) {
    written = false;
    error = errno;
  }
  return written ? "" : "'" + file + "' cannot be written: " + std::strerror(error);
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

bool parse(std::string_view text, Shared &log, std::string &failure) {
  constexpr std::string_view kFailure = "failure ", kTurn = "turn", kResult = "result";
  std::string_view line;
  if (!takeLine(text, line) || line != kFirstLine || !takeLine(text, line) || !line.starts_with(kFailure))
    return false;
  failure = line.substr(kFailure.size());
  log.entries = log.results = 0;
  while (takeLine(text, line)) {
    if (line == "end")
      return text.empty();
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
  return false; // cut off
}

} // namespace

std::string readLog(const std::string &file, Shared &log, std::string &failure) {
  std::FILE *in = std::fopen(file.c_str(), "r");
  if (!in)
    return "'" + file + "' cannot be read: " + std::strerror(errno) + "; give a log that --policy=native wrote";
  std::string text;
  char part[1 << 16];
  for (size_t n; (n = std::fread(part, 1, sizeof part, in)) > 0;)
    text.append(part, n);
  std::fclose(in);
  return parse(text, log, failure) ? "" : "'" + file + "' is no log of a native run: give one that --policy=native wrote";
}

uint64_t eventsOf(const Shared &log) {
  uint64_t events = 0;
  for (uint64_t i = 0; i < log.entries; ++i)
    events += log.entry[i].count;
  return events;
}

} // namespace xblock::native
