#include "start/one_search.h"

#include "report/counted.h"
#include "report/event_log.h"
#include "report/progress_line.h"
#include "report/report.h"
#include "report/report_files_linux.h"
#include "report/shown.h"
#include "report/terminal_linux.h"
#include "start/auto_policy.h"
#include "start/bounds.h"
#include "start/causes.h"
#include "start/counting_world.h"
#include "start/coverage.h"
#include "start/debug_replay.h"
#include "start/findings.h"
#include "start/interrupts_linux.h"
#include "start/logged_schedules.h"
#include "start/narrator.h"
#include "start/outcomes.h"
#include "start/plugin_linux.h"
#include "start/sampling.h"
#include "start/trust.h"
#include "start/visited.h"
#include "support/report_streams_linux.h"
#include "support/verdict_signal_linux.h"
#include "world/crash_linux.h"
#include "world/debugger.h"
#include "world/output.h"
#include "world/process_world.h"
#include "world/running.h"
#include "world/stack_slots.h"
#include "world/watched_world_linux.h"
#include "world/weak_atomics.h"

#include <algorithm>
#include <optional>
#include <unistd.h>

namespace xblock {

Watch *watch = nullptr;
void (*beforeUsageError)(const std::string &message) = nullptr;

void usageError(const std::string &message) {
  if (beforeUsageError)
    beforeUsageError(message);
  writeReport(2, "xblock: " + message + "\n");
  endWithVerdict(exitCode(Verdict::Usage));
}

namespace {

/// On the page of --html, which is to stay usable.
constexpr uint64_t kMostStepsOfFinding = 5000;

Outcomes outcomes;
ReportFiles reportFiles;
std::optional<CoverageOfRun> coverage; ///< from configure() on

std::string fileOf(const Options &options, const char *option) { return valueText(options, *findOption(option)); }

std::string prepareFiles(const Options &options) {
  std::vector<NamedFile> written, others;
  for (const ReportForm &form : kReportForms)
    written.push_back({std::string("--") + form.option, fileOf(options, form.option)});
  for (const char *option : {"outputs", "log", "coverage", "coverage-html"})
    written.push_back({std::string("--") + option, fileOf(options, option), std::string_view(option) == "coverage"});
  if (options.frontier != "auto" && options.frontier != "none")
    others.push_back({"--frontier", options.frontier});
  others.push_back({"--expect-outcomes", options.expectOutcomes});
  return reportFiles.prepare(written, others);
}

void enter(Phase phase) {
  if (watch)
    watch->phase = phase;
}

} // namespace

std::string configure(const Options &options, Report &report) {
  reportFiles = {};
  outcomes = {};
  report.mode = samples(options) ? options.policy : options.mode;
  report.replayOptions = options.spurious ? " --spurious" : "";
  report.replayOptions += options.preferWriters ? " --prefer-writers" : "";
  if (options.stackSize != StackSlots::kUsual)
    report.replayOptions += " --stack-size=" + std::to_string(options.stackSize);
  report.replayOptions += options.memory == "strict" ? " --memory=strict" : "";
  if (options.failMalloc)
    report.replayOptions += " --fail-malloc=" + (options.failMalloc == kUnlimited ? "unlimited" : std::to_string(options.failMalloc));
  report.replayOptions += options.leaks == "never" ? " --leaks=never" : "";
  if (options.check != Options().check)
    report.replayOptions += " --check=" + options.check;
  if (!options.trust.empty())
    report.replayOptions += " " + shellQuoted("--trust=" + options.trust);
  if (options.verifyRestore && options.restore == "reexecute")
    return "--verify-restore checks snapshots of memory, and --restore=reexecute makes none: leave out one of them";
  if (options.verbose && options.quiet)
    return "--verbose tells all and --quiet the verdict only: leave out one of them";
  if (options.resume && !options.replay.empty())
    return "--resume is of a search, not of a replay: leave it out";
  if (options.memory == "strict" && options.restore == "reexecute")
    return "--memory=strict finds what snapshots of memory miss, and --restore=reexecute makes none: leave out one of them";
  if (options.gdb && options.restore == "reexecute")
    return "--gdb looks at this process, and --restore=reexecute runs the program in others: leave out one of them";
  if (std::string error = wrongSampling(options); !error.empty())
    return error;
  if (std::string error = loadPlugin(options); !error.empty())
    return error;
  if (std::string error = prepareFiles(options); !error.empty())
    return error;
  coverage.emplace();
  if (std::string error = options.replay.empty() ? coverage->prepare(options, report.program.empty() ? "" : report.program[0]) : ""; !error.empty())
    return error;
  if (std::string error = outcomes.prepare(options); !error.empty())
    return error;
  running.refines = options.mode == "dpor" || options.mode == "sleep";
  running.endsBeforeNested = options.policy == name(PolicyKind::Concj) || options.policy == name(PolicyKind::Plugin);
  running.verifies = options.verifyRestore;
  running.reuses = options.reuse == "blocks";
  running.wantsStrict = options.memory == "strict";
  running.mostTimeouts = options.timeouts;
  running.spurious = options.spurious;
  running.preferWriters = options.preferWriters;
  running.mostAllocationFailures = options.failMalloc;
  running.leaks = options.leaks == "never" ? Leaks::Never : options.leaks == "always" ? Leaks::Always : Leaks::Auto;
  running.mostTries = options.failedTries;
  running.fromMark = options.from == "mark";
  running.toMark = options.to == "mark";
  setTrust(options.trust);
  // dpor and sleep explore racy accesses to the end, looked for or not.
  running.recordWaits = options.mode == "dpor" || options.mode == "sleep";
  running.recordEvents =
      options.mode == "dpor" || options.mode == "sleep" || options.check != "none";
  return "";
}

void tell(Report &report, const Options &options, const FirstOutput &first) {
  std::string error;
  if (report.verdict == Verdict::Complete || report.verdict == Verdict::Incomplete) {
    if (!reportFiles.takesOutput())
      error = ReportFiles::writeStream(1, first.out);
    writeReport(2, first.error);
  }
  report.weakAtomics = weakAtomicSites();
  auto write = [&](const std::string &file, auto &&print) {
    if (file.empty())
      return;
    std::string wrong = reportFiles.write(file, print());
    narrator.say((wrong.empty() ? "written: " : "not written: ") + file);
    if (error.empty())
      error = wrong;
  };
  for (const ReportForm &form : kReportForms)
    write(fileOf(options, form.option), [&] { return form.print(report); });
  write(options.log, [&] { return report.log.empty() ? EventLog::printAlone(options.log, report) : report.log; });
  write(report.coverage ? options.coverageHtml : "", [&] { return printCoverageHtml(*report.coverage); });
  if (report.coverage && !options.coverage.empty())
    if (std::string wrong = reportFiles.write(options.coverage, printCoverageFile(*report.coverage)); error.empty())
      error = wrong;
  write(options.outputs, [&] { return printOutputs(outcomes.outputs()); });
  narrator.tellPhases();
  if (reportFiles.unread())
    writeReport(2, kUnread);
  printToStderr(report, options.quiet, options.color);
  if (!error.empty())
    usageError(error);
}

void explore(Program &program, const Options &options, bool outside, Report &report, FirstOutput &first, Schedule *last) {
  SearchOptions search;
  search.startsOutside = outside;
  search.mode = modeNamed(options.mode);
  search.check = checkNamed(options.check);
  search.keepGoing = options.keepGoing || outcomes.areWanted();
  if (std::string error = setBounds(options, search, watch); !error.empty())
    usageError(error);
  ProgressLine line(options.quiet && options.progress == "auto" ? "never" : options.progress, isatty(reportStream(2)));
  SearchObserver observer;
  if (line.shows()) {
    observer.due = [&] { return line.due(); };
    observer.progressed = [&](const SearchProgress &now) { line.show({now.schedules, now.failures, now.rounds, now.estimatedTotal}); };
  }
  observer.completed = [&] {
    if (!first.taken)
      first = {program.outputOf(1), program.outputOf(2), true};
  };
  const bool judges = outcomes.areWanted() || !options.outputs.empty();
  if (judges || last)
    observer.judge = [&, judges](const Trace &trace) {
      if (last)
        *last = trace.schedule();
      return judges ? outcomes.judge(program, [&] { return trace.schedule(); }) : std::nullopt;
    };
  narrator.setClear([&] { line.clear(); });
  narrator.follow(observer);
  tellPlugin(observer);
  narrator.tellLimits(options);
  report.checked = search.check != Check::None;
  Visited visited;
  if (!options.html.empty()) {
    if (!search.sampling || options.policy == "auto") // samples are no tree
      observer.witness = visited.follow();
    running.mostSteps = kMostStepsOfFinding;
  }
  LoggedSchedules logged;
  if (!options.log.empty())
    logged.follow(observer);
  SavedSearch saved(program, options, report.program, first, outcomes, *coverage, visited, watch);
  std::string error;
  std::optional<std::string> state = saved.load(&error);
  if (!error.empty())
    usageError(error);
  search.interrupted = listenForInterrupts(watch);
  const bool isAuto = options.policy == "auto";
  saved.follow(search, observer);
  coverage->begin(search);
  observer.resumed = [] {
    enter(Phase::Searching);
    narrator.say("the schedule that the search was in was run again");
  };
  std::optional<WatchedWorld> careful;
  if (watch && watch->careful)
    careful.emplace(program, *watch);
  auto hopeless = [&] { return careful && careful->isHopeless(); };
  if (careful)
    search.stop = [&, bounded = search.stop] { return hopeless() || (bounded && bounded()); };
  World &bare = careful ? static_cast<World &>(*careful) : program;
  CountingWorld counting(bare);
  World &world = narrator.tells() ? counting : bare;
  if (careful)
    narrator.say("a process before this one died: each block is noted before it runs");
  enter(state ? Phase::Resuming : Phase::Searching);
  narrator.enter("of search");
  watchTheSearch(true);
  std::optional<SearchResult> result = isAuto  ? searchThenSample(world, search, observer, options, state, report)
                                       : state ? xblock::resume(world, search, observer, *state)
                                               : xblock::search(world, search, observer);
  watchTheSearch(false);
  enter(Phase::After);
  coverage->end(search);
  line.clear();
  if (!result)
    usageError("--resume: the program does something else than when its search was broken off: its input, its files or its "
               "environment are others; make them as they were, or begin again without --resume");
  if (isAuto && !result->sampled && !result->stopped && !result->scheduleLimit) // else it would have sampled behind it
    report.mode = options.mode;
  narrator.tellEnd(*result);
  narrator.say("snapshots: " + counting.text(options.restore == "reexecute"));
  if (!options.trust.empty())
    narrator.say("trusted by --trust: " + (trustedFunctions().empty() ? "nobody who took a lock" : trustedFunctions()));
  narrator.enter("to run the first schedule again");
  program.runFirstAgain();
  narrator.say(program.distrust() ? "what it did is not to be trusted: " + program.distrust()->message
                                  : "the first schedule was run again, and did the same");
  constexpr uint64_t kSlower = 100; // than going back by snapshots, about
  const uint64_t blocks = options.restore == "reexecute" ? options.shorten / kSlower : options.shorten;
  if (blocks && !careful && !program.distrust() && !result->unsupported && (!result->failures.empty() || !result->races.empty())) {
    narrator.enter("to look for shorter schedules and turning points");
    running.refines = running.recordWaits = running.recordEvents = true; // as for dpor
    running.endsBeforeNested = false;
    enter(Phase::Shortening);
    watchTheSearch(true);
    shortenFailures(world, search, observer, *result, blocks);
    watchTheSearch(false);
    enter(Phase::After);
  }
  if (careful && blocks && !result->failures.empty())
    report.notes.push_back("the process that explores died in this search, so failures are shown as they were found");
  narrator.enter("to explain what was found");
  addBounds(options, *result, hopeless() ? Stopper::Deaths : *search.interrupted ? Stopper::Interrupt : coverage->reached().empty() ? Stopper::Time : Stopper::Coverage, report);
  if (result->stopped && !coverage->reached().empty())
    report.left.push_back(coverage->reached());
  if (state && result->sampled && options.policy == name(PolicyKind::Plugin) && pluginForgets())
    report.left.push_back("it was gone on with by a plugin that began anew, without what it remembered of the schedules before, if anything: " +
                          options.plugin + " defines no xblock_plugin_save()");
  if ((*search.interrupted && result->stopped) || ((result->stopped || result->scheduleLimit) && saved.isLost()))
    saved.tellHowToGoOn(report);
  addResult(program, *result, report);
  narrator.say(counted(report.findings.size(), "finding was", "findings were") + " run once more to be explained");
  if (!options.log.empty()) {
    narrator.enter("to tell in --log what each schedule did");
    report.log = logged.print(program, report, options.log);
  }
  outcomes.addTo(report);
  coverage->addTo(*result, !careful, report);
  if (search.sampling && (!isAuto || result->sampled) && !options.html.empty())
    report.tree = {.visits = {}, .notRun = {}, .leftOut = "The tree of schedules is left out: they were sampled."};
  else if (!options.html.empty())
    report.tree = visited.tree(report.findingOf);
  saved.end((result->scheduleLimit && !endsAtItsOwnBound(options)) || result->stopped);
  narrator.setClear({});
}

/// The one schedule of a program that creates no thread.
void judgeOnly(Program &program, Report &report) {
  if (std::optional<Failure> failure = outcomes.judge(program, [] { return Schedule(); })) {
    report.verdict = Verdict::Failure;
    report.findings.push_back({});
    report.findings.back().failure = *failure;
    report.findings.back().foundAt = report.findings.back().count = 1;
  }
  outcomes.addTo(report);
  coverage->addWithoutSearch(report);
}

void replay(Program &program, const Options &options, Report &report) {
  std::string error;
  auto schedule = parseSchedule(options.replay, &error);
  if (!schedule)
    usageError(error + "; copy it from the line 'xblock replay' of a report, as it is");
  report.replay = true;
  report.tellsSteps = options.steps;
  if (debugger.attached)
    debugReplay(static_cast<ProcessWorld &>(program), *schedule);
  constexpr uint64_t kMostSteps = 1 << 16;
  running.mostSteps = options.steps ? kMostSteps : options.html.empty() ? 0 : kMostStepsOfFinding;
  narrator.enter("of the schedule, and to explain it");
  narrator.say("runs the schedule, of " + counted(schedule->size(), "block", "blocks"));
  if (!addReplay(program, *schedule, checkNamed(options.check), report, &error))
    usageError("the schedule does not fit the program: " + error +
               "; give the program, arguments, options and input that it is of, or search this one with xblock run");
}

} // namespace xblock
