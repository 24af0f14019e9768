#include "native/log_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace xblock::native {

static constexpr const char *kFirstLine = "xblock native log 1";

std::string writeLog(const std::string &file, const Shared &log, const std::string &failure) {
  std::ofstream out(file, std::ios::trunc);
  out << kFirstLine << "\nfailure " << failure << '\n';
  for (uint64_t i = 0; i < log.entries; ++i)
    out << "turn " << log.entry[i].thread << ' ' << log.entry[i].count << '\n';
  for (uint64_t i = 0; i < log.results; ++i)
    out << "result " << log.result[i] << '\n';
  out << "end\n";
  out.flush();
  return out ? "" : "'" + file + "' cannot be written: " + std::strerror(errno);
}

std::string readLog(const std::string &file, Shared &log, std::string &failure) {
  std::ifstream in(file);
  if (!in)
    return "'" + file + "' cannot be read: " + std::strerror(errno);
  const std::string wrong = "'" + file + "' is no log of a native run: give one that --policy=native wrote";
  std::string line, word;
  if (!std::getline(in, line) || line != kFirstLine || !std::getline(in, line) || !line.starts_with("failure "))
    return wrong;
  failure = line.substr(8);
  log.entries = log.results = 0;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    words >> word;
    if (word == "end")
      return "";
    if (word == "turn" && log.entries < Shared::kMostEntries) {
      Entry &entry = log.entry[log.entries++];
      words >> entry.thread >> entry.count;
      if (entry.thread == 0 || entry.count == 0)
        return wrong;
    } else if (word == "result" && log.results < Shared::kMostResults) {
      words >> log.result[log.results++];
    } else {
      return wrong;
    }
    if (!words)
      return wrong;
  }
  return wrong; // cut off
}

uint64_t eventsOf(const Shared &log) {
  uint64_t events = 0;
  for (uint64_t i = 0; i < log.entries; ++i)
    events += log.entry[i].count;
  return events;
}

} // namespace xblock::native
