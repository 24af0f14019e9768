#include "native/reports.h"

#include "report/counted.h"
#include "report/report_files_linux.h"
#include "report/terminal_linux.h"
#include "support/verdict_signal_linux.h"
#include "support/report_streams_linux.h"

#include <cstdio>

namespace xblock::native {

namespace {

ReportFiles files;

std::string fileOf(const Options &options, const char *option) { return valueText(options, *findOption(option)); }

FailureKind kindOf(const std::string &how) {
  return how == kHangs                 ? FailureKind::Stuck
         : how == "died of SIGABRT"    ? FailureKind::Abort
         : how.starts_with("died of ") ? FailureKind::Signal
                                       : FailureKind::Exit;
}

Finding findingOf(const std::string &how, const Options &options, const std::string &output) {
  Finding finding;
  finding.failure.kind = kindOf(how);
  finding.failure.message = how == kHangs ? "no end in " + std::to_string(options.stuckSeconds) + " s: a deadlock or a livelock, perhaps" : how;
  finding.failure.key = how;
  finding.output = output;
  return finding;
}

Report begun(const Options &options) {
  Report report;
  report.mode = options.policy;
  report.native.emplace();
  if (!options.html.empty())
    report.tree = {.visits = {}, .notRun = {}, .leftOut = "There is no tree of schedules: these are runs on real threads."};
  return report;
}

std::string sampledOnly(const Runs &runs, const Options &options) {
  const std::string first = options.firstSchedule > 1 ? ", from number " + std::to_string(options.firstSchedule) + " on" : "";
  return "sampled only: " + counted(runs.done, "run", "runs") + " on real threads (seed " + std::to_string(options.seed) + first + ", " +
         options.noise + " noise at " + std::to_string(options.noiseProbability) + " %, strength " + std::to_string(options.noiseStrength) + ")";
}

} // namespace

std::string prepareReports(const Options &options) {
  std::vector<NamedFile> written, others;
  for (const ReportForm &form : kReportForms)
    if (const std::string name = fileOf(options, form.option); options.nativeLog.empty() && name.ends_with(".xblock-native"))
      return std::string("--") + form.option + "=" + name + " could replace the log of a run: give it a name that does not end in .xblock-native";
    else
      written.push_back({std::string("--") + form.option, name});
  if (options.frontier != "auto" && options.frontier != "none")
    others.push_back({"--frontier", options.frontier});
  others.push_back({"--native-log", options.nativeLog});
  return files.prepare(written, others);
}

Report reportOf(const Runs &runs, const Options &options, EndOfRuns why) {
  Report report = begun(options);
  report.schedules = runs.done;
  for (const FailingRuns &failing : runs.failures) {
    Finding &finding = report.findings.emplace_back(findingOf(failing.how, options, failing.output));
    finding.count = failing.count;
    finding.foundAt = failing.first;
    report.native->runs.push_back({failing.log, failing.whyNoLog});
  }
  report.verdict = runs.failures.empty() ? Verdict::Incomplete : Verdict::Failure;
  report.stoppedAtFailure = why == EndOfRuns::Failure;
  SampledSchedules &sampled = report.sampled.emplace();
  sampled.policy = options.policy;
  sampled.seed = options.seed;
  sampled.schedules = runs.done;
  sampled.failing = runs.failing;
  sampled.firstFailing = runs.failures.empty() ? 0 : runs.failures.front().first;
  sampled.noise = {options.noise, options.noiseProbability, options.noiseStrength};
  report.left.push_back(sampledOnly(runs, options));
  const bool hasOwnBound = options.maxSchedules != kUnlimited || options.time != kUnlimited;
  switch (why) {
  case EndOfRuns::Failure:
    break;
  case EndOfRuns::Schedules:
    report.left.push_back(hasOwnBound ? "--max-schedules was reached"
                                      : counted(kMostRuns, "run is", "runs are") + " the bound unless --max-schedules or --time gives another");
    break;
  case EndOfRuns::Time:
    report.left.push_back("--time was reached");
    break;
  case EndOfRuns::Interrupt:
    report.left.push_back("interrupted");
    break;
  case EndOfRuns::NoProcess:
    report.left.push_back("the system makes no process for another run");
    break;
  }
  return report;
}

Report reportOfReplay(const Ended &ended, const Options &options, const std::string &recorded, uint64_t events, const std::string &output) {
  Report report = begun(options);
  report.replay = true;
  report.native->events = events;
  report.native->whole = !ended.interrupted;
  report.native->logFailed = recorded;
  report.verdict = Verdict::Incomplete;
  if (ended.interrupted) {
    report.left.emplace_back("interrupted");
  } else {
    report.schedules = 1;
    if (ended.failure.empty())
      report.left.emplace_back("the run does not fail, and that of the log did: " + recorded);
  }
  if (!ended.interrupted && !ended.failure.empty()) {
    report.verdict = Verdict::Failure;
    report.findings.push_back(findingOf(ended.failure, options, output));
    report.native->runs.push_back({options.nativeLog, ""});
  }
  return report;
}

void addRefused(Report &report, const std::string &what, uint64_t number, const std::string &output) {
  report.verdict = Verdict::Unsupported;
  report.unsupported.emplace();
  report.unsupported->failure.message = what + " in a run on real threads";
  report.unsupported->foundAt = number;
  report.unsupported->output = output;
}

void endWithUsage(const std::string &message) {
  writeReport(2, "xblock: " + message + "\n");
  endWithVerdict(exitCode(Verdict::Usage));
}

void tellAndEnd(const Report &report, const Options &options, const std::string &out, const std::string &error) {
  std::string wrong;
  if (report.verdict == Verdict::Complete || report.verdict == Verdict::Incomplete) {
    if (!files.takesOutput())
      wrong = ReportFiles::writeStream(1, out);
    writeReport(2, error);
  }
  for (const ReportForm &form : kReportForms)
    if (const std::string file = fileOf(options, form.option); !file.empty())
      if (std::string why = files.write(file, form.print(report)); wrong.empty())
        wrong = why;
  if (files.unread())
    writeReport(2, kUnread);
  printToStderr(report, options.quiet, options.color);
  if (!wrong.empty())
    endWithUsage(wrong);
  endWithVerdict(exitCode(report.verdict));
}

} // namespace xblock::native
