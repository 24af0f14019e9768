#include "start/logged_schedules.h"

#include "report/event_log.h"
#include "report/symbolize.h"
#include "start/visited.h"
#include "world/running.h"

#include <utility>

namespace xblock {

void LoggedSchedules::follow(SearchObserver &observer) {
  other_ = observer.witness;
  witness_.beganRound = [this] {
    if (other_)
      other_->beganRound();
  };
  witness_.notRun = [this](size_t depth, ThreadId t, NotRun why) {
    if (other_)
      other_->notRun(depth, t, why);
  };
  witness_.ended = [this](const Trace &trace, ScheduleEnd how, uint64_t number, size_t failure) {
    if (all_.size() < kMost)
      all_.push_back({trace.schedule(), number, how, failure});
    else
      ++leftOut_;
    if (other_)
      other_->ended(trace, how, number, failure);
  };
  observer.witness = &witness_;
}

std::string LoggedSchedules::print(Program &program, const Report &report, const std::string &file) const {
  constexpr size_t kAtOnce = 256; // that are symbolized together
  EventLog log(file);
  std::vector<Finding> findings;
  size_t first = 0;
  auto flush = [&] {
    symbolize(findings);
    for (size_t i = 0; i < findings.size(); ++i) {
      const Logged &logged = all_[first + i];
      bool failed = logged.end == ScheduleEnd::Failed && logged.failure < report.findingOf.size();
      log.add({logged.number, told(logged.end), failed ? report.findings[report.findingOf[logged.failure]].failure.message : "",
               std::move(findings[i])});
    }
    first += findings.size();
    findings.clear();
  };
  const uint64_t steps = std::exchange(running.mostSteps, 0); // those of --html are of what was found
  for (const Logged &logged : all_) {
    Finding finding;
    std::string error;
    Ending last{};
    if (!program.explain(logged.schedule, false, finding, last, &error))
      finding.blocks.clear(); // what it did is not known; the report says why, if it is of the program
    finding.schedule = logged.schedule;
    findings.push_back(std::move(finding));
    if (findings.size() == kAtOnce)
      flush();
  }
  flush();
  running.mostSteps = steps;
  const uint64_t ranBefore = all_.empty() ? report.schedules : all_.front().number - 1;
  return log.print(report, ranBefore, leftOut_);
}

} // namespace xblock
