#include "native/runs.h"

#include "native/log_file.h"
#include "native/one_run_linux.h"
#include "native/reports.h"
#include "native/saved_runs.h"
#include "options/going_on.h"
#include "report/counted.h"
#include "report/progress_line.h"
#include "report/shown.h"
#include "support/made_files_linux.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

extern "C" int __xblock_program_main(int, char **, char **);

namespace xblock::native {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begun) { return std::chrono::duration<double>(Clock::now() - begun).count(); }

std::vector<std::string> wordsOf(const ProgramCall &program) { return {program.argv, program.argv + program.argc}; }

/// The output goes into a file here, and perhaps into none that is so limited else: whether the run ended so of that only cannot be told. A
/// run that died of another signal has a failure of its own.
bool isOfFullOutput(const Ended &ended, const Output &output) {
  if (ended.signal == SIGXFSZ)
    return output.isFull() || !output.hasRoom();
  return !ended.signal && output.isFull();
}

Ended runOnce(const Options &options, const ProgramCall &program, const Output &output, Mode how, uint64_t number,
              const SavedRuns *saved = nullptr) {
  shared->events = 0;
  shared->misfit = false;
  shared->refused[0] = 0;
  if (how != Mode::Replay) {
    shared->entries = shared->results = 0;
    shared->full = false;
  }
  auto has = [&](const char *kind) { return options.noise == kind || options.noise == "mixed"; };
  Disturbance noise{options.noiseProbability, options.noiseStrength, has("sleep"), has("yield"), has("priority")};
  uint64_t seed = (options.seed << 32) ^ number;
  Ended ended = run(output, options.stuckSeconds == kUnlimited ? 0 : static_cast<double>(options.stuckSeconds), [&] {
    if (saved)
      saved->leave();
    begin(how, noise, seed);
    int result = __xblock_program_main(program.argc, program.argv, program.environment);
    event();
    ::exit(result);
  });
  close(*shared);
  if (isOfFullOutput(ended, output) && !shared->refused[0]) {
    const std::string how = ended.signal || ended.failure.empty() ? "" : "; it " + ended.failure;
    snprintf(shared->refused, sizeof shared->refused, "more output than files may have (ulimit -f%s)", how.c_str());
  }
  return ended;
}

/// Of both streams, not more than a report can hold.
std::string shownOutput(const Output &output) {
  constexpr size_t kMost = 1 << 20;
  std::string text = output.text(0) + output.text(1);
  if (text.size() > kMost)
    text = "(" + std::to_string(text.size() - kMost) + " bytes before this are left out)\n" + text.substr(text.size() - kMost);
  return text;
}

/// Keeps the run's log in a file.
void keep(FailingRuns &failing, const ProgramCall &program, const Options &options) {
  if (shared->full) {
    failing.whyNoLog = "the run is too long for a log";
    return;
  }
  std::string file;
  std::string call = sameOptions(options);
  for (const std::string &word : wordsOf(program))
    call += '\0' + word;
  failing.whyNoLog = writeLog(program.argv[0], call, failing.first, *shared, failing.how, file);
  if (failing.whyNoLog.empty())
    failing.log = file;
}

/// The run of that number failed. Whether that is the first of its kind, whose log is kept.
bool addFailing(Runs &runs, const Ended &ended, uint64_t number, bool recorded, const Output &output, const ProgramCall &program, const Options &options) {
  ++runs.failing;
  auto known = std::ranges::find(runs.failures, ended.failure, &FailingRuns::how);
  if (known != runs.failures.end()) {
    ++known->count;
    return false;
  }
  FailingRuns &failing = runs.failures.emplace_back();
  failing.how = ended.failure;
  failing.output = shownOutput(output);
  failing.first = number;
  failing.count = 1;
  if (recorded)
    keep(failing, program, options);
  else
    failing.whyNoLog = "nothing was recorded";
  return true;
}

} // namespace

void replayLog(const Options &options, const ProgramCall &program) {
  const auto begun = Clock::now();
  std::string failure;
  if (std::string error = readLog(options.nativeLog, *shared, failure); !error.empty())
    endWithUsage("--native-log: " + error);
  Output output;
  Ended ended = runOnce(options, program, output, Mode::Replay, 1);
  const bool refused = shared->refused[0] != 0;
  const bool came = !shared->misfit && shared->events == eventsOf(*shared);
  if (!ended.interrupted && !came && ended.failure == kHangs)
    endWithUsage("the run came to " + std::to_string(shared->events) + " of the " + counted(eventsOf(*shared), "event", "events") + " of the log in " +
                 std::to_string(options.stuckSeconds) + " s: it needs a larger --stuck-seconds, or it does not fit; give the program, arguments and input of the run that was recorded");
  if (!ended.interrupted && !refused && !came)
    endWithUsage("the run does not fit the log, which has " + counted(eventsOf(*shared), "event", "events") + ": it came to " +
                 std::to_string(shared->events) + "; give the program, arguments and input of the run that was recorded");
  Report report = reportOfReplay(ended, options, failure, shared->events, shownOutput(output));
  if (refused)
    addRefused(report, shared->refused, 0, shownOutput(output));
  report.program = wordsOf(program);
  report.seconds = secondsSince(begun);
  tellAndEnd(report, options, output.text(0), output.text(1));
}

void runAll(const Options &options, const ProgramCall &program) {
  const auto begun = Clock::now();
  auto late = [&] { return options.time != kUnlimited && Clock::now() - begun >= std::chrono::seconds(options.time); };
  const bool hasOwnBound = options.maxSchedules != kUnlimited || options.time != kUnlimited;
  const uint64_t most = hasOwnBound ? options.maxSchedules : kMostRuns;
  // For measurements and tests: how long a log may be. With 0 nothing is recorded, and what that costs can be measured.
  const char *recorded = getenv("XBLOCK_NATIVE_RECORD");
  shared->most = recorded ? std::strtoull(recorded, nullptr, 10) : kUnlimited;
  const Mode how = shared->most == 0 ? Mode::Noise : Mode::Record;
  if (int error = how == Mode::Record ? whyNotMade(logName(program.argv[0], 1)) : 0)
    endWithUsage(std::string("no log of a failing run could be written into this folder: ") + std::strerror(error) +
                 "; start it in a folder where files can be made");
  Runs runs;
  SavedRuns saved(options, wordsOf(program), how == Mode::Noise ? " without recording" : "");
  if (std::string error = saved.load(runs); !error.empty())
    endWithUsage(error);
  ProgressLine line(options.quiet && options.progress == "auto" ? "never" : options.progress, isatty(2));
  Output output;
  EndOfRuns why = EndOfRuns::Schedules;
  std::string refused;
  while (refused.empty()) {
    if (!options.keepGoing && !runs.failures.empty())
      why = EndOfRuns::Failure;
    else if (runs.done >= most)
      why = EndOfRuns::Schedules;
    else if (interrupted)
      why = EndOfRuns::Interrupt;
    else if (late())
      why = EndOfRuns::Time;
    else {
      const uint64_t number = options.firstSchedule + runs.done;
      Ended ended = runOnce(options, program, output, how, number, &saved);
      if (ended.interrupted) {
        why = interrupted ? EndOfRuns::Interrupt : EndOfRuns::NoProcess;
        break;
      }
      ++runs.done;
      refused = shared->refused;
      if (!refused.empty())
        break;
      if (runs.done == 1) {
        runs.out = output.text(0);
        runs.error = output.text(1);
      }
      const bool isNew = !ended.failure.empty() && addFailing(runs, ended, number, how == Mode::Record, output, program, options);
      saved.after(runs, isNew);
      if (line.shows() && line.due())
        line.show({.schedules = runs.done, .failures = runs.failures.size(), .rounds = 1,
                   .estimatedTotal = most == kUnlimited ? 0 : static_cast<double>(most)});
      continue;
    }
    break;
  }
  line.clear();
  Report report = reportOf(runs, options, why);
  report.program = wordsOf(program);
  if (!refused.empty()) {
    saved.end(runs, false);
    addRefused(report, refused, options.firstSchedule + runs.done - 1, shownOutput(output));
  } else if (why == EndOfRuns::Interrupt) {
    std::string whyNot;
    if (std::optional<std::string> goOn = saved.interrupted(runs, &whyNot))
      report.goOn = *goOn;
    else
      report.left.push_back("it cannot be gone on with: " + whyNot);
  } else {
    saved.end(runs, why != EndOfRuns::Failure && (hasOwnBound || options.frontier != "auto"));
  }
  report.seconds = secondsSince(begun);
  tellAndEnd(report, options, runs.out, runs.error);
}

} // namespace xblock::native
