//===- verdict.cpp - verdicts, their exit codes and their one line ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/counted.h"
#include "report/report.h"

#include <algorithm>
#include <functional>

namespace xblock {

const char *name(Verdict verdict) {
  switch (verdict) {
  case Verdict::Complete:
    return "complete";
  case Verdict::Failure:
    return "failure";
  case Verdict::Incomplete:
    return "incomplete";
  case Verdict::Usage:
    return "usage";
  case Verdict::Unsupported:
    return "unsupported";
  }
  return "usage";
}

int exitCode(Verdict verdict) { return static_cast<int>(verdict); }

/// What a search in this mode cannot see, by itself.
static std::string blindSpot(const std::string &mode) {
  if (mode == "exitblock-rw" || mode == "exitblock-rwdd")
    return mode + ", as published, can miss behaviours of programs with nested locks or "
           "condition variables, or where what was read decides which lock is taken";
  if (mode == "exitblock" || mode == "exitblock-dd")
    return mode + ", as published, can miss deadlocks, and behaviours where what was read decides "
           "which lock is taken";
  return "";
}

static bool isRace(const Finding &finding) {
  return finding.failure.kind == FailureKind::Race || finding.failure.kind == FailureKind::Lockset;
}

/// Whether plain accesses come in every order that a program can tell apart. dpor ends blocks at
/// those that race. In the other modes it holds if there are none: each behaviour is then one of
/// whole blocks, and the first race on the way to any other would have been seen. But exitblock-rw
/// delays a thread past the end of another, whatever that did at last, and can miss all races.
static bool interleavesAll(const Report &report) {
  const bool isOfPolicy = !report.mode.starts_with("exitblock") && report.mode != "sleep";
  return isOfPolicy || // as dpor does
         (report.checked && report.mode != "exitblock-rw" && std::none_of(report.findings.begin(), report.findings.end(), isRace));
}

std::vector<std::string> allNotes(const Report &report) {
  std::vector<std::string> notes;
  bool searched = !report.replay && !report.stoppedAtFailure && report.verdict != Verdict::Usage &&
                  report.verdict != Verdict::Unsupported;
  if (searched && !blindSpot(report.mode).empty())
    notes.push_back(blindSpot(report.mode));
  if (searched && !interleavesAll(report))
    notes.push_back(report.mode + " does not interleave plain accesses outside every lock");
  if (report.weakAtomics)
    notes.push_back("the program has " +
                    counted(report.weakAtomics, "atomic access", "atomic accesses") +
                    " weaker than seq_cst; explored under sequential consistency only");
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  return notes;
}

static uint64_t failingSchedules(const Report &report) {
  uint64_t sum = 0;
  for (const Finding &finding : report.findings)
    sum += isRace(finding) ? 0 : finding.count;
  return sum;
}

/// ", 1 data race", or "" if there is none.
static std::string racesFound(const Report &report) {
  auto of = [&](FailureKind kind) {
    return static_cast<uint64_t>(
        std::count_if(report.findings.begin(), report.findings.end(),
                      [&](const Finding &finding) { return finding.failure.kind == kind; }));
  };
  std::string text;
  if (uint64_t n = of(FailureKind::Race))
    text += ", " + counted(n, "data race", "data races");
  if (uint64_t n = of(FailureKind::Lockset))
    text += ", " + counted(n, "variable without a lock", "variables without a lock");
  return text;
}

/// How many were run, and how many of them were not run to an end, since what would follow was run elsewhere.
static std::string schedulesOf(const Report &report) {
  return counted(report.schedules, "schedule", "schedules") +
         (report.redundant ? ", " + std::to_string(report.redundant) + " redundant" : "");
}

static std::string failureLine(const Report &report) {
  auto failures = static_cast<uint64_t>(
      std::count_if(report.findings.begin(), report.findings.end(), std::not_fn(isRace)));
  // Schedules of starvation go on, and can be those of other failures too.
  bool goOn = std::any_of(report.findings.begin(), report.findings.end(), [](const Finding &finding) {
    return finding.failure.kind == FailureKind::Starvation;
  });
  const Finding &first = report.findings.front();
  std::string races = racesFound(report), mode = " (" + report.mode + ")", schedules = schedulesOf(report);
  if (failures == 0)
    return "failure: " + races.substr(2) + " in " + schedules + mode;
  if (report.stoppedAtFailure && failures == 1)
    return "failure: " + std::string(name(first.failure.kind)) + " in schedule " +
           std::to_string(first.foundAt) + races + mode + (report.sampled ? "; --keep-going samples on" : "; --keep-going searches the rest");
  return "failure: " + counted(failures, "failure", "failures") + " in " +
         (goOn ? "" : std::to_string(failingSchedules(report)) + " of ") +
         schedules + races + mode;
}

/// Of a log of a run on real threads.
static std::string nativeReplayLine(const Report &report) {
  const std::string text = "replay: " + counted(report.native->events, "event", "events") + ", ",
                    recorded = report.native->logFailed;
  if (!report.findings.empty()) {
    const Failure &failure = report.findings.front().failure;
    return text + name(failure.kind) + (failure.key == recorded ? ", as in the log" : "; the run of the log: " + recorded) + " (native)";
  }
  return text + (report.native->whole ? "no failure; the run of the log: " + recorded : "not to its end") + " (native)";
}

static std::string replayLine(const Report &report) {
  if (report.native)
    return nativeReplayLine(report);
  std::string text = "replay: " + counted(report.blocks, "block", "blocks") + ", ";
  if (report.verdict == Verdict::Incomplete)
    return text + "not to its end";
  if (report.findings.empty())
    return text + "no failure";
  std::string races = racesFound(report);
  return text + (isRace(report.findings.front()) ? races.substr(2)
                                                 : name(report.findings.front().failure.kind));
}

static std::string searchLine(const Report &report) {
  std::string counts = schedulesOf(report) + ", " +
                       counted(report.findings.size(), "failure", "failures") + " (" + report.mode +
                       ")";
  switch (report.verdict) {
  case Verdict::Complete:
    return (report.upTo.empty() ? "complete: " : "complete up to what follows: ") + counts;
  case Verdict::Incomplete:
    return "incomplete: " + counts;
  case Verdict::Failure:
    return report.findings.empty() ? "failure: " + counts : failureLine(report);
  case Verdict::Unsupported:
    return "unsupported: " +
           (report.unsupported ? report.unsupported->failure.message : report.message);
  case Verdict::Usage:
    return report.message;
  }
  return report.message;
}

std::string verdictLine(const Report &report) {
  bool ran = report.verdict != Verdict::Usage && report.verdict != Verdict::Unsupported;
  return "xblock: " + (report.call.empty() ? "" : report.call + ": ") + (report.replay && ran ? replayLine(report) : searchLine(report));
}

} // namespace xblock
