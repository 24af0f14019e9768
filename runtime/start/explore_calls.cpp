#include "start/explore_calls.h"

#include "files/files.h"
#include "intercept/files.h"
#include "intercept/real.h"
#include "intercept/streams.h"
#include "options/of_policies.h"
#include "report/shown.h"
#include "start/call_copy_linux.h"
#include "start/findings.h"
#include "start/narrator.h"
#include "start/one_search.h"
#include "support/report_streams_linux.h"
#include "support/verdict_signal_linux.h"
#include "world/archive.h"
#include "world/debugger.h"
#include "world/explore_call.h"
#include "world/outcome_values.h"
#include "world/output.h"
#include "world/race_events.h"
#include "world/reexecute_world_linux.h"
#include "world/running.h"
#include "world/trace.h"

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>

namespace xblock {

namespace {

CallResult lastResult;

unsigned long numberOf(__xblock_result what, unsigned long i) {
  const CallResult &r = lastResult;
  if (what >= __xblock_count && i >= r.failures.size())
    return 0;
  switch (what) {
  case __xblock_verdict:
    return static_cast<unsigned long>(exitCode(r.verdict));
  case __xblock_schedules:
    return r.schedules;
  case __xblock_blocks:
    return r.blocks;
  case __xblock_failures:
    return r.failures.size();
  case __xblock_count:
    return r.failures[i].count;
  case __xblock_found_at:
    return r.failures[i].foundAt;
  case __xblock_line:
    return r.failures[i].line;
  default:
    return 0;
  }
}

const char *textOf(__xblock_result what, unsigned long i) {
  const CallResult &r = lastResult;
  if (what >= __xblock_kind && i >= r.failures.size())
    return "";
  switch (what) {
  case __xblock_summary:
    return r.summary.c_str();
  case __xblock_report:
    return r.report.c_str();
  case __xblock_json:
    return r.json.c_str();
  case __xblock_kind:
    return r.failures[i].kind.c_str();
  case __xblock_message:
    return r.failures[i].message.c_str();
  case __xblock_schedule:
    return r.failures[i].schedule.c_str();
  case __xblock_replay:
    return r.failures[i].replay.c_str();
  case __xblock_file:
    return r.failures[i].file.c_str();
  default:
    return "";
  }
}

/// The main line, and which of its calls it is at.
class MainLine {
public:
  MainLine(ProcessWorld &world, const Options &base, const std::vector<std::string> &program)
      : world_(world), base_(base), program_(program) {}

  /// The call that the program stopped at, up to where the main line is to go on behind it.
  void call() {
    const __xblock_exploration &asked = *exploreCalls.asked;
    ++number_;
    std::string name = asked.name ? asked.name : "";
    uint64_t &times = timesOf_[name];
    ++times;
    shown_ = !name.empty() ? name + (times > 1 ? "#" + std::to_string(times) : "") : std::to_string(number_);
    named_ = !name.empty();
    replays_ = !base_.replay.empty();
    isReplayed_ = replays_ && (shown_ == base_.call || std::to_string(number_) == base_.call || (base_.call.empty() && number_ == 1));
    exploreCalls.asked = nullptr;
    exploreCalls.runsBody = false;
    lastResult = explored(asked);
  }

  /// One line about a replay that never came to its call.
  std::string notReached() const {
    return "the program came to " + std::to_string(number_) + " calls of xblock::explore(), and none of them is --call=" +
           (base_.call.empty() ? "1" : base_.call) + "; give the arguments of the line that the schedule is from";
  }
  bool cameToCalls() const { return number_ != 0; }

private:
  CallResult explored(const __xblock_exploration &asked) {
    if (asked.size != sizeof asked)
      return told(mistaken("xblock/explore.h is of another version than the runtime: compile the program anew"));
    Running before = running;
    std::vector<uint64_t> sent = objectsSentTo();
    Report report;
    Options options;
    std::string error = prepare(asked, options, report);
    if (!error.empty())
      return told(mistaken(error));
    undoLog.forgetAll();
    forgetOutcomes();
    if (isReplayed_)
      replayHere(options, report);
    XBLOCK_REAL(int(FILE *), "fflush")(nullptr); // else the copy writes it as well
    bool interrupted = false;
    CallResult result = searchInCopy(options, [&] { return searchHere(options, report); }, &interrupted);
    if (interrupted)
      endWithVerdict(exitCode(result.verdict));
    if (result.verdict == Verdict::Usage && !replays_)
      writeReport(2, result.report);
    if (result.hasLast && (result.verdict == Verdict::Complete || result.verdict == Verdict::Incomplete))
      runOnce(result.last, before.filesModelled);
    uint64_t block = running.block;
    running = before;
    running.block = block;
    objectsSentTo() = sent;
    return result;
  }

  CallResult told(CallResult result) {
    if (!replays_)
      writeReport(2, result.report);
    return result;
  }

  /// The options of the call, and what they ask of the runtime. One line about a mistake.
  std::string prepare(const __xblock_exploration &asked, Options &options, Report &report) {
    std::string error, own = asked.options ? asked.options : "";
    Options base = base_;
    if (std::optional<Options> alone = isGiven(base, "policy") ? std::nullopt : parseOptions(own, &error)) {
      base.policy = alone->policy;
      leaveOutOtherPolicies(base, [](std::string_view) { return true; });
    }
    auto parsed = parseOptions(print(base) + " " + own, &error);
    if (!parsed)
      return "the options of xblock::explore(): " + error;
    options = *parsed;
    for (auto member : {&Options::stackSize, &Options::stuckSeconds})
      if (options.*member != base_.*member)
        return "the options of xblock::explore(): stack-size and stuck-seconds are of the whole process: give them in XBLOCK_OPTIONS";
    if (options.resume)
      return "a search of xblock::explore() cannot be gone on with: leave out --resume";
    if (!running.filesModelled && files::wouldTakeOver())
      return "a pipe, an event counter or a pair of sockets is open as xblock::explore() is called: make it within, or close it before";
    options.replay = isReplayed_ ? base_.replay : "";
    options.frontier = "none";
    options.quiet = (options.quiet || asked.quiet) && !options.verbose;
    if (replays_ && !isReplayed_)
      options.progress = "never";
    nameFiles(options, own);
    report.program = words(asked);
    report.call = named_ || number_ > 1 ? (named_ ? shown_ : "call " + shown_) : "";
    error = configure(options, report);
    report.replayOptions += " " + shellQuoted("--call=" + shown_);
    return error;
  }

  /// Files of the environment's options are of each call: the name goes into their names. None of calls that only lead to another.
  void nameFiles(Options &options, const std::string &own) {
    Options alone = parseOptions(own, nullptr).value_or(Options());
    for (auto member : {&Options::json, &Options::html, &Options::sarif, &Options::junit, &Options::outputs, &Options::log, &Options::coverage, &Options::coverageHtml}) {
      std::string &file = options.*member;
      if (replays_ && !isReplayed_)
        file.clear();
      if (file.empty() || file == "-" || isReplayed_ || !(alone.*member).empty() || (!named_ && number_ == 1))
        continue;
      std::string inserted = "." + shown_;
      for (char &c : inserted)
        c = c == '/' ? '-' : c;
      size_t dot = file.rfind('.');
      file.insert(dot == file.npos || file.find('/', dot) != file.npos ? file.size() : dot, inserted);
    }
  }

  std::vector<std::string> words(const __xblock_exploration &asked) const {
    std::string dropped = asked.dropped ? asked.dropped : "";
    std::vector<std::string> all;
    for (const std::string &word : program_)
      if (all.empty() || dropped.empty() || !word.starts_with(dropped))
        all.push_back(word);
    for (const char *const *word = asked.added; word && *word; ++word)
      all.push_back(*word);
    return all;
  }

  /// To the first thread of the body, or its end.
  void begin(Program &world, Outcome &out) {
    exploreCalls.runsBody = true;
    output.passOn(false);
    if (&world == &world_)
      world_.goOn(out);
    else
      world.prologue(nullptr, out);
  }

  /// In the copy.
  CallResult searchHere(const Options &options, Report &report) {
    auto begun = std::chrono::steady_clock::now();
    exploreCalls.searches = true;
    exploreCalls.mainLine = &world_;
    std::unique_ptr<ReexecuteWorld> again;
    if (options.restore == "reexecute")
      again = std::make_unique<ReexecuteWorld>();
    Program &world = again ? static_cast<Program &>(*again) : world_;
    if (options.verbose)
      narrator.begin();
    FirstOutput first;
    Outcome prologue;
    Schedule last;
    begin(world, prologue);
    bool hasLast = prologue.ending == Ending::ProcessEnd;
    if (prologue.ending != Ending::Split) {
      first = {world.outputOf(1), world.outputOf(2), true};
      addPrologue(world, prologue, report);
      if (prologue.ending == Ending::ProcessEnd)
        judgeOnly(world, report);
    } else {
      last.push_back({}); // of none that ran
      explore(world, options, prologue.outside, report, first, &last);
      hasLast = first.taken;
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    if (!replays_)
      tell(report, options, first);
    CallResult result = resultOf(report);
    result.hasLast = hasLast;
    if (hasLast && !last.empty())
      result.last = print(last);
    return result;
  }

  /// In the main line: one schedule of the body, for its effects. `keepsFiles`: they were the model's before.
  void runOnce(const std::string &schedule, bool keepsFiles) {
    running.leaks = Leaks::Never; // the search looked
    running.wantsStrict = running.verifies = false;
    std::string error;
    Outcome out;
    begin(world_, out);
    bool fits = out.ending == Ending::ProcessEnd && schedule.empty();
    if (out.ending == Ending::Split && !schedule.empty())
      fits = world_.runOnce(*parseSchedule(schedule, &error), &error);
    else if (!fits)
      error = out.failure.message.empty() ? "it creates threads only once" : out.failure.message;
    if (!fits) {
      writeReport(2, "xblock: unsupported: the body of xblock::explore() did something else when it ran once more, in schedule " +
                      (schedule.empty() ? "x1:" : schedule) + ": " + error + "\n");
      endWithVerdict(exitCode(Verdict::Unsupported));
    }
    traced.clear();
    exploreCalls.inBody = false;
    if (!keepsFiles)
      endFiles();
    world_.endCall();
    output.passOn(true);
  }

  /// In the main line, which ends with it.
  [[noreturn]] void replayHere(const Options &options, Report &report) {
    exploreCalls.searches = true;
    if (options.verbose)
      narrator.begin();
    FirstOutput first;
    Outcome prologue;
    begin(world_, prologue);
    debugger.disarm();
    if (prologue.ending == Ending::Split) {
      replay(world_, options, report);
    } else {
      first = {world_.outputOf(1), world_.outputOf(2), true};
      addPrologue(world_, prologue, report);
    }
    tell(report, options, first);
    endWithVerdict(exitCode(report.verdict));
  }

  ProcessWorld &world_;
  const Options &base_;
  const std::vector<std::string> &program_;
  std::map<std::string, uint64_t> timesOf_;
  uint64_t number_ = 0;
  std::string shown_;
  bool named_ = false, replays_ = false, isReplayed_ = false;
};

} // namespace

void runMainLine(ProcessWorld &world, void *(*entry)(void *), const Options &base, const std::vector<std::string> &program) {
  const bool commanded = getenv("XBLOCK_PARENT") != nullptr;
  if (base.resume)
    usageError("--resume is of a search of the whole program, and this one explores where it calls xblock::explore(): leave it out");
  callAnswers = {numberOf, textOf};
  exploreCalls.beforeBody = beginFiles;
  exploreCalls.afterBody = [] {
    if (hasOwnStreams())
      unsupported("a stream that was opened within xblock::explore() and is open at its end: close it there", nullptr);
  };
  output.passOn(true);
  MainLine line(world, base, program);
  Outcome out;
  world.prologue(entry, out);
  while (exploreCalls.asked) {
    line.call();
    world.goOn(out);
  }
  debugger.disarm();
  if (out.ending != Ending::ProcessEnd) {
    Report report;
    report.mode = base.mode;
    report.program = program;
    addPrologue(world, out, report);
    tell(report, base, {});
    endWithVerdict(exitCode(report.verdict));
  }
  if (!base.replay.empty())
    usageError(line.notReached());
  if (!line.cameToCalls() && commanded)
    writeReport(2, "xblock: the program explores where it calls xblock::explore(), and did not come to a call: nothing was explored\n");
  endWithVerdict(exploreCalls.exitStatus);
}

} // namespace xblock
