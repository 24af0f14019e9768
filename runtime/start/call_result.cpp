#include "start/call_result.h"

#include "report/stacks.h"

namespace xblock {

namespace {

CallFailure failureOf(const Report &report, const Finding &finding) {
  CallFailure f;
  f.kind = report.unsupported ? "unsupported" : name(finding.failure.kind);
  f.message = finding.failure.message;
  if (!finding.schedule.empty()) { // else the body failed before its first thread
    f.schedule = print(finding.schedule);
    f.replay = replayCommand(report, finding.schedule);
  }
  f.count = finding.count;
  f.foundAt = finding.foundAt;
  if (finding.accesses.size() == 2) {
    f.file = finding.accesses[1].file;
    f.line = finding.accesses[1].line;
    return f;
  }
  for (const ThreadReport &thread : finding.threads)
    if (thread.thread == finding.failure.thread && !thread.stack.empty()) {
      const Frame &frame = namingFrame(thread.stack);
      f.file = frame.file;
      f.line = frame.line;
    }
  return f;
}

} // namespace

CallResult mistaken(const std::string &message) {
  CallResult result;
  result.summary = "xblock: " + message;
  result.report = result.summary + "\n";
  return result;
}

CallResult resultOf(const Report &report) {
  CallResult result;
  result.verdict = report.verdict;
  result.schedules = report.schedules;
  result.blocks = report.blocks;
  result.summary = verdictLine(report);
  result.report = printText(report, false);
  result.json = printJson(report);
  for (const Finding &finding : report.findings)
    result.failures.push_back(failureOf(report, finding));
  if (report.unsupported)
    result.failures.push_back(failureOf(report, *report.unsupported));
  return result;
}

} // namespace xblock
