// The main of an instrumented program: explores the program's own main, renamed by the pass, and exits with the verdict.
#include "engine/search.h"
#include "intercept/cancellation.h"
#include "intercept/exception_texts.h"
#include "intercept/heap.h"
#include "intercept/library_state.h"
#include "intercept/thread_exit.h"
#include "options/options.h"
#include "report/counted.h"
#include "report/report.h"
#include "report/shown.h"
#include "start/bounds.h"
#include "start/causes.h"
#include "start/counting_world.h"
#include "start/debug_replay.h"
#include "start/findings.h"
#include "start/interrupts_linux.h"
#include "start/narrator.h"
#include "start/outcomes.h"
#include "start/progress_line.h"
#include "start/report_files_linux.h"
#include "start/saved_search.h"
#include "start/trust.h"
#include "start/visited.h"
#include "support/verdict_signal_linux.h"
#include "world/crash_linux.h"
#include "world/debugger.h"
#include "world/explorer_switch.h"
#include "world/output.h"
#include "world/process_world.h"
#include "world/reexecute_world_linux.h"
#include "world/running.h"
#include "world/stack_slots.h"
#include "world/watched_world_linux.h"
#include "world/weak_atomics.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <memory>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace xblock;

extern "C" int __xblock_program_main(int, char **, char **);
/// Of libc++; null where the program has no libc++. And of libxblock_libcxx.a, which does for the program what libc++ would
/// do inside its library, unseen.
extern "C" __attribute__((weak)) void libcxxWeakCountLock() __asm__("_ZNSt3__119__shared_weak_count4lockEv");
extern "C" __attribute__((weak)) const char __xblock_link_with_lxblock_libcxx;

namespace {

int programArgc;
char **programArgv;
char **programEnv;

void *programEntry(void *) { exitProgram(__xblock_program_main(programArgc, programArgv, programEnv), true); }

[[noreturn]] void usageError(const std::string &message) {
  writeAll(2, "xblock: " + message + "\n");
  endWithVerdict(exitCode(Verdict::Usage));
}

Options readOptions() {
  const char *text = getenv("XBLOCK_OPTIONS");
  std::string error;
  auto options = parseOptions(text ? text : "", &error);
  if (!options)
    usageError("XBLOCK_OPTIONS: " + error);
  unsetenv("XBLOCK_OPTIONS");
  return *options;
}

/// Of the terminal that the report goes to, 0 if it is none.
size_t terminalColumns() {
  constexpr size_t kNarrowest = 40; // below, nothing looks better broken
  winsize size{};
  if (!isatty(2) || ioctl(2, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return 0;
  return std::max<size_t>(size.ws_col, kNarrowest);
}

/// On the page of --html, which is to stay usable.
constexpr uint64_t kMostStepsOfFinding = 5000;

Outcomes outcomes;
ReportFiles reportFiles;
Watch *watch = nullptr; ///< of the command, if there is one

void enter(Phase phase) {
  if (watch)
    watch->phase = phase;
}

void tell(Report &report, const Options &options, const FirstOutput &first) {
  if (report.verdict == Verdict::Complete || report.verdict == Verdict::Incomplete) {
    if (!reportFiles.takesOutput())
      writeAll(1, first.out);
    writeAll(2, first.error);
  }
  report.weakAtomics = weakAtomicSites();
  std::string error;
  auto write = [&](const std::string &file, auto &&print) {
    if (file.empty())
      return;
    std::string wrong = reportFiles.write(file, print());
    narrator.say((wrong.empty() ? "written: " : "not written: ") + file);
    if (error.empty())
      error = wrong;
  };
  write(options.json, [&] { return printJson(report); });
  write(options.html, [&] { return printHtml(report); });
  write(options.sarif, [&] { return printSarif(report); });
  write(options.junit, [&] { return printJunit(report); });
  write(options.outputs, [&] { return printOutputs(outcomes.outputs()); });
  narrator.tellPhases();
  bool color = options.color == "always" || (options.color == "auto" && isatty(2));
  writeAll(2, options.quiet ? verdictLine(report) + "\n" : printText(report, color, terminalColumns()));
  if (!error.empty())
    usageError(error);
}

void explore(Program &program, const Options &options, bool outside, Report &report, FirstOutput &first) {
  SearchOptions search;
  search.startsOutside = outside;
  search.mode = modeNamed(options.mode);
  search.check = checkNamed(options.check);
  search.keepGoing = options.keepGoing || outcomes.areWanted();
  if (std::string error = setBounds(options, search, watch); !error.empty())
    usageError(error);
  ProgressLine line(options.quiet && options.progress == "auto" ? "never" : options.progress, isatty(2));
  SearchObserver observer;
  if (line.shows()) {
    observer.due = [&] { return line.due(); };
    observer.progressed = [&](const SearchProgress &now) { line.show(now); };
  }
  observer.completed = [&] {
    if (!first.taken)
      first = {program.outputOf(1), program.outputOf(2), true};
  };
  if (outcomes.areWanted() || !options.outputs.empty())
    observer.judge = [&](const Trace &trace) { return outcomes.judge(program, [&] { return trace.schedule(); }); };
  narrator.setClear([&] { line.clear(); });
  narrator.follow(observer);
  narrator.tellLimits(options);
  report.checked = search.check != Check::None;
  Visited visited;
  if (!options.html.empty()) {
    observer.witness = visited.witness();
    running.mostSteps = kMostStepsOfFinding;
  }
  SavedSearch saved(program, options, report.program, first, outcomes, watch);
  std::string error;
  std::optional<std::string> state = saved.load(&error);
  if (!error.empty())
    usageError(error);
  search.interrupted = listenForInterrupts(watch);
  saved.follow(search, observer);
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
  std::optional<SearchResult> result = state ? xblock::resume(world, search, observer, *state) : xblock::search(world, search, observer);
  watchTheSearch(false);
  enter(Phase::After);
  line.clear();
  if (!result)
    usageError("--resume: the program does something else than when its search was broken off: its input, its files or its "
               "environment are others; make them as they were, or begin again without --resume");
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
    enter(Phase::Shortening);
    watchTheSearch(true);
    shortenFailures(world, search, observer, *result, blocks);
    watchTheSearch(false);
    enter(Phase::After);
  }
  if (careful && blocks && !result->failures.empty())
    report.notes.push_back("the process that explores died in this search, so failures are shown as they were found");
  narrator.enter("to explain what was found");
  addBounds(options, *result, hopeless() ? Stopper::Deaths : *search.interrupted ? Stopper::Interrupt : Stopper::Time, report);
  if (*search.interrupted && result->stopped)
    saved.tellHowToGoOn(report);
  addResult(program, *result, report);
  narrator.say(counted(report.findings.size(), "finding was", "findings were") + " run once more to be explained");
  outcomes.addTo(report);
  if (!options.html.empty())
    report.tree = visited.tree(state.has_value(), report.findingOf);
  saved.end(result->scheduleLimit || result->stopped);
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
  if (!addReplay(program, *schedule, report, &error))
    usageError("the schedule does not fit the program: " + error +
               "; give the program, arguments, options and input that it is of, or search this one with xblock run");
}

} // namespace

extern "C" __attribute__((visibility("default"))) int main(int argc, char **argv, char **envp) {
  explorerRuns = true;
  Options options = readOptions();
  if (libcxxWeakCountLock && !&__xblock_link_with_lxblock_libcxx)
    usageError("the program uses libc++, and is not linked with -lxblock_libcxx: compile and link it with xblock-clang++");
  watch = openWatch();
  if (getenv("XBLOCK_PARENT")) // nobody would hear the verdict
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  programArgc = argc;
  programArgv = argv;
  programEnv = envp;
  rememberIgnoredSignals();
  initSwitch();
  adoptLibraryState();
  modelAsynchronousCancellation();
  replaceFacets();
  replaceResources();
  followTexts();
  std::set_terminate(onTerminate);
  if (options.stackSize < StackSlots::kLeast || options.stackSize > StackSlots::kMost)
    usageError("--stack-size is " + std::to_string(options.stackSize) + ": give 65536 to 1073741824 bytes");
  stacks.resize(options.stackSize);
  installCrashHandlers(options.stuckSeconds == kUnlimited ? 0 : options.stuckSeconds);

  auto begun = std::chrono::steady_clock::now();
  Report report;
  report.mode = options.mode;
  report.replayOptions = options.spurious ? " --spurious" : "";
  report.replayOptions += options.preferWriters ? " --prefer-writers" : "";
  if (options.stackSize != StackSlots::kUsual)
    report.replayOptions += " --stack-size=" + std::to_string(options.stackSize);
  report.replayOptions += options.memory == "strict" ? " --memory=strict" : "";
  if (options.failMalloc)
    report.replayOptions += " --fail-malloc=" + (options.failMalloc == kUnlimited ? "unlimited" : std::to_string(options.failMalloc));
  report.replayOptions += options.leaks == "never" ? " --leaks=never" : "";
  if (!options.trust.empty())
    report.replayOptions += " " + shellQuoted("--trust=" + options.trust);
  report.program.assign(argv, argv + argc);
  if (options.verifyRestore && options.restore == "reexecute")
    usageError("--verify-restore checks snapshots of memory, and --restore=reexecute makes none: leave out one of them");
  if (options.verbose && options.quiet)
    usageError("--verbose tells all and --quiet the verdict only: leave out one of them");
  if (options.resume && !options.replay.empty())
    usageError("--resume is of a search, not of a replay: leave it out");
  if (options.memory == "strict" && options.restore == "reexecute")
    usageError("--memory=strict finds what snapshots of memory miss, and --restore=reexecute makes none: leave out one of them");
  if (options.gdb && options.restore == "reexecute")
    usageError("--gdb looks at this process, and --restore=reexecute runs the program in others: leave out one of them");
  if (std::string error = reportFiles.prepare(options); !error.empty())
    usageError(error);
  if (std::string error = outcomes.prepare(options); !error.empty())
    usageError(error);
  std::unique_ptr<Program> program;
  if (options.restore == "reexecute")
    program = std::make_unique<ReexecuteWorld>();
  else
    program = std::make_unique<ProcessWorld>();
  running.refines = options.mode == "dpor" || options.mode == "sleep";
  running.verifies = options.verifyRestore;
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

  if (options.verbose)
    narrator.begin();
  narrator.tellProgram(report.program, options);
  narrator.enter("up to the first thread");
  debugger.attached = options.gdb && !options.replay.empty();
  if (debugger.attached)
    debugger.arm(); // it may fail before its first thread
  FirstOutput first;
  Outcome prologue;
  program->prologue(programEntry, prologue);
  debugger.disarm();
  narrator.say(prologue.ending == Ending::Split ? "the program is about to run its first thread beside main: what it did up to here is done once"
                                                : "the program ended before it had a second thread");
  narrator.enter("after it");
  if (prologue.ending != Ending::Split) {
    first = {program->outputOf(1), program->outputOf(2), true};
    addPrologue(*program, prologue, report);
    if (prologue.ending == Ending::ProcessEnd)
      judgeOnly(*program, report);
  } else if (!options.replay.empty()) {
    replay(*program, options, report);
  } else {
    explore(*program, options, prologue.outside, report, first);
  }
  narrator.enter("to write reports");
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  tell(report, options, first);
  endWithVerdict(exitCode(report.verdict));
}
