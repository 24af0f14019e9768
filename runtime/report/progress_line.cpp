#include "report/progress_line.h"

#include "support/report_streams_linux.h"

#include <cmath>
#include <cstdio>

namespace xblock {

namespace {

using namespace std::chrono_literals;
constexpr auto kOnTerminal = 200ms;
constexpr auto kInFile = 5s;

/// With commas, three significant digits if `about`; beyond 10^15 the power of ten.
std::string amount(double value, bool about) {
  if (value >= 1e15) {
    char text[24];
    std::snprintf(text, sizeof text, "10^%.0f", std::floor(std::log10(value)));
    return text;
  }
  double unit = about && value >= 1000 ? std::pow(10, std::floor(std::log10(value)) - 2) : 1;
  std::string digits = std::to_string(static_cast<uint64_t>(std::round(value / unit) * unit));
  for (std::size_t at = digits.size(); at > 3;)
    digits.insert(at -= 3, ",");
  return digits;
}

} // namespace

std::string progressText(const HowFar &now, double seconds) {
  auto schedules = static_cast<double>(now.schedules);
  std::string text = amount(schedules, false) + (now.schedules == 1 ? " schedule" : " schedules");
  if (now.estimatedTotal > schedules)
    text += " of about " + amount(now.estimatedTotal, true);
  if (seconds > 0)
    text += ", " + amount(schedules / seconds, true) + "/s";
  text += ", " + amount(static_cast<double>(now.failures), false) + (now.failures == 1 ? " failure" : " failures");
  if (now.rounds > 1)
    text += ", round " + std::to_string(now.rounds);
  return text;
}

ProgressLine::ProgressLine(const std::string &when, bool terminal)
    : shows_(when == "always" || (when == "auto" && terminal)), terminal_(terminal), begun_(Clock::now()),
      next_(begun_ + (terminal ? Clock::duration(kOnTerminal) : Clock::duration(kInFile))) {}

bool ProgressLine::due() const { return Clock::now() >= next_; }

void ProgressLine::show(const HowFar &now) {
  std::string text = "xblock: " + progressText(now, std::chrono::duration<double>(Clock::now() - begun_).count());
  writeReport(2, terminal_ ? "\r\x1b[K" + text : text + "\n");
  shown_ = true;
  next_ = Clock::now() + (terminal_ ? Clock::duration(kOnTerminal) : Clock::duration(kInFile));
}

void ProgressLine::clear() {
  if (shown_ && terminal_)
    writeReport(2, "\r\x1b[K");
  shown_ = false;
}

} // namespace xblock
