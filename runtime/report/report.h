//===- report.h - what a run found, and how it is told ------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The explorer fills a Report once, after the search, symbolizes its findings and prints it; the
// exit code is the verdict's. Private memory.
//
// Invariants
//  1. Two runs that explore the same print the same bytes: no address, and no time but `seconds`,
//     which only JSON has.
//  2. "complete" alone is printed only if nothing was skipped, trusted or bounded; else it is
//     "complete up to".
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/confidence.h"
#include "report/coverage.h"
#include "support/failure.h"

#include <cstdint>
#include <optional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace xblock {

/// The numbers are the exit codes.
enum class Verdict : uint8_t {
  Complete = 0,   ///< every schedule of the mode ran or was shown equivalent; none fails
  Failure = 1,    ///< a schedule fails
  Incomplete = 2, ///< a limit ended the search; no schedule that ran fails
  Usage = 3, ///< a wrong option, a missing file, a schedule that does not fit, the tool's own death
  Unsupported = 4 ///< the program did what xblock does not model
};
/// "complete", "failure", "incomplete", "usage", "unsupported": the names in JSON.
const char *name(Verdict verdict);
int exitCode(Verdict verdict);

/// A distinct result of schedules that do not fail: the values that the program gave, or else what it wrote to stdout.
struct Result {
  std::vector<std::pair<std::string, int64_t>> values; ///< by name
  std::string output;                                  ///< if there are no values
  Schedule schedule;                                   ///< that had it first
  friend bool operator==(const Result &a, const Result &b) { return a.values == b.values && a.output == b.output; }
};
/// "r1=0 r2=1", or the output in quotes.
std::string told(const Result &result);
/// Those in the JSON text of --expect-outcomes. Empty, with one line in *error, if it is none.
std::optional<std::vector<Result>> parseResults(const std::string &text, std::string *error);

/// As on the command line.
struct NoiseReport {
  std::string kind; ///< empty: there was none
  uint64_t percent = 0, strength = 0;
};

/// Of a report on schedules that ran by chance.
struct SampledSchedules {
  std::string policy;  ///< as on the command line
  uint64_t seed = 0;
  uint64_t depth = 0;  ///< of pct, else 0
  uint64_t schedules = 0;
  uint64_t distinct = 0; ///< 0 of runs on real threads, here and in the next two
  uint64_t classes = 0;  ///< but for the order of blocks that do not affect each other
  bool atLeast = false;  ///< there are more of these two, which were not told apart
  NoiseReport noise;
  uint64_t failing = 0;
  uint64_t firstFailing = 0; ///< its number among those that ran, or 0
  std::optional<Interval> probability = {}; ///< of a schedule that fails; unless the first that did ended the sampling
};

/// Of a run on real threads that failed, or that was refused.
struct RecordedRun {
  std::string log;     ///< the file that replays it; empty: there is none
  std::string whyNone; ///< then: "the run is too long for a log"
};

/// Of a report on runs on real threads (--policy=native): there are no schedules, blocks or threads to be told of.
struct NativeRuns {
  std::vector<RecordedRun> runs; ///< by number of Report::findings
  uint64_t events = 0;           ///< that a replay came to, here and in the next two
  bool whole = false;            ///< the run came to its end
  std::string logFailed;         ///< how the run failed that was recorded, as the key of its failure
};

/// The schedules of a search, to be drawn.
struct ScheduleTree {
  struct Visit {
    Schedule schedule;
    uint64_t number = 0; ///< from 1
    uint64_t round = 1;  ///< of the search
    std::string end;     ///< "completed", "failed", "redundant", "cut", "given up", "unsupported"
    std::size_t finding = 0; ///< if it failed, in Report::findings
  };
  /// A thread that could have gone on after the first `depth` blocks of visits[visit].
  struct NotRun {
    std::size_t visit = 0, depth = 0;
    ThreadId thread{};
    std::string why; ///< "covered", "not needed", "beyond the bound", "left"
  };
  std::vector<Visit> visits;  ///< in the order of the search, depth first
  std::vector<NotRun> notRun; ///< as far as they are not too many
  uint64_t notRunLeftOut = 0;
  std::string leftOut; ///< why there is none
};

struct Report {
  Verdict verdict = Verdict::Complete;
  std::string mode;               ///< as on the command line; the policy, if there is one
  std::optional<SampledSchedules> sampled; ///< schedules were not searched
  std::optional<NativeRuns> native; ///< they were runs on real threads
  bool replay = false;            ///< one given schedule ran; nothing was searched
  bool checked = false;           ///< data races were looked for
  bool stoppedAtFailure = false;  ///< the rest was not searched, since --keep-going is off
  uint64_t schedules = 0;         ///< begun and ended
  uint64_t redundant = 0;         ///< of those: cut where all that follows was run elsewhere
  uint64_t blocks = 0;            ///< executed to their end, over all schedules
  uint64_t aborted = 0;           ///< attempts that met a taken resource and went back
  uint64_t weakAtomics = 0;       ///< atomic accesses of the program weaker than seq_cst, by site
  std::vector<Finding> findings;  ///< the distinct failures, in the order found; then data races
  std::vector<std::size_t> findingOf; ///< by number of the search's failures: where it is in findings
  std::optional<CoverageReport> coverage; ///< if it was asked for
  std::vector<std::string> upTo;  ///< what the verdict is complete up to; empty if nothing
  std::vector<std::string> left;  ///< Incomplete: the limit, and what is left behind it
  std::string goOn;               ///< the command that goes on with an interrupted search; empty: none does
  std::vector<std::string> notes; ///< anything else to be told
  bool tellsSteps = false;        ///< text and JSON have the steps of the replay
  bool listsResults = false;
  std::vector<Result> results; ///< in the order found
  std::optional<ScheduleTree> tree; ///< only for the page
  std::optional<Finding>
      ran; ///< the schedule of a replay that does not fail, if its steps were asked for
  std::optional<Finding> unsupported; ///< Unsupported: failure.message says what and where
  std::string log;                    ///< the text of --log; empty: nothing was searched
  std::string message;                ///< Usage: what is wrong, in one line
  double seconds = 0;                 ///< wall clock of the whole run
  std::string call;                   ///< the name of the call of explore() that was explored, or empty
  std::vector<std::string> program;   ///< argv, for the line that replays
  std::string replayOptions;          ///< of that line: each with a blank before it
};

/// What is true of every report of its mode and atomics, then report.notes.
std::vector<std::string> allNotes(const Report &report);

/// "xblock: complete: 8 schedules, 0 failures (exitblock-rw)", one line without its end.
std::string verdictLine(const Report &report);

/// Failures with stacks, lanes, output and replay line; the verdict line; notes. Ends in a newline.
std::string printText(const Report &report, bool color, std::size_t columns = 0);

/// The command that runs the schedule again.
std::string replayCommand(const Report &report, const Schedule &schedule);
/// The same of what was found, by its schedule or its log; empty if it has neither.
std::string replayCommand(const Report &report, const Finding &finding);
/// Of one of report.findings, if it is of a run on real threads; else null.
const RecordedRun *recordedRun(const Report &report, const Finding &finding);

/// A SARIF 2.1.0 log, with one run. Ends in a newline.
std::string printSarif(const Report &report);
/// A JUnit XML file, with one test case. Ends in a newline.
std::string printJunit(const Report &report);

/// One JSON object; docs/verdicts.md lists its keys. Ends in a newline.
std::string printJson(const Report &report);
/// The same object without `seconds`, with more that the page shows: docs/verdicts.md.
std::string printPageData(const Report &report);
/// One page that shows all of it, and loads nothing. The same bytes for the same findings.
std::string printHtml(const Report &report);
/// A report that is a file, by the name of its option.
struct ReportForm {
  const char *option; ///< "json"
  std::string (*print)(const Report &);
};
inline constexpr ReportForm kReportForms[] = {{"json", printJson}, {"html", printHtml}, {"sarif", printSarif}, {"junit", printJunit}};
/// What was printed -> by how many schedules, as a JSON object.
std::string printOutputs(const std::map<std::string, uint64_t> &outcomes);

} // namespace xblock
