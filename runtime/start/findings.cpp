#include "start/findings.h"

#include "engine/progress.h"
#include "engine/race_checks.h"
#include "report/shown.h"
#include "report/stacks.h"
#include "report/symbolize.h"
#include "start/causes.h"
#include "support/check.h"
#include "world/block_record.h"
#include "world/running.h"
#include "world/stack_slots.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <span>
#include <utility>

namespace xblock {

namespace {

constexpr Mode kModes[] = {Mode::ExitBlock, Mode::ExitBlockRw, Mode::ExitBlockDd, Mode::ExitBlockRwDd, Mode::Sleep, Mode::Dpor};

/// In the words of the explained threads, which know names: "main waits for the end of T1; T1 waits for mutex m, held by T2".
void tellDeadlock(Finding &finding) {
  std::string message;
  for (const ThreadReport &t : finding.threads)
    if (t.waitsFor.kind != ResourceKind::None)
      message += (message.empty() ? "" : "; ") + t.name + " " + t.state;
  if (!message.empty())
    finding.failure.message = message;
}

/// Whether a block ends in a failure of this kind.
bool isEndOfBlock(FailureKind kind) {
  return kind != FailureKind::Deadlock && kind != FailureKind::Livelock && kind != FailureKind::Starvation &&
         kind != FailureKind::Outcome;
}

/// A thread is stuck where a signal comes; blocks of the heap are known by stacks, which are walked in another way to explain.
bool isSame(const Failure &a, const Failure &b) {
  return a.kind == b.kind && (a.key == b.key || a.kind == FailureKind::Stuck || a.kind == FailureKind::Heap);
}

/// Where a stack ends is up to what the runtime has on it, which is more where a schedule is explained: it may end in an earlier block, or in none of these.
bool mayEndElsewhere(const Failure &failure) { return failure.kind == FailureKind::Signal && failure.message.starts_with(kStackOverflow); }

std::string toldFailure(const Failure &failure) {
  return std::string("the failure '") + name(failure.kind) + ": " + failure.message + "'";
}

void doubt(Program &program, const FoundFailure &found, const std::string &now) {
  if (!program.distrust())
    program.distrustFor({.message = depends("its schedule", "ended with " + toldFailure(found.failure), now), .schedule = found.schedule});
}

/// Up to the block that the process did not survive.
Finding explainedDeath(Program &program, const FoundFailure &found, Finding finding) {
  Schedule before(found.schedule.begin(), found.schedule.end() - 1);
  std::string error;
  Ending last{};
  if (!program.explain(before, false, finding, last, &error))
    doubt(program, found, "did not fit: " + error);
  finding.failure = found.failure;
  finding.schedule = found.schedule;
  return finding;
}

/// Of a failure whose schedule is explained.
void tellTurn(Program &program, const FoundFailure &found, Finding &finding) {
  finding.always = found.explanation.always;
  const std::optional<TurningPoint> &turn = found.explanation.turn;
  if (!turn)
    return;
  finding.turn = TurnReport{.block = turn->block, .instead = {}, .avoids = turn->avoids};
  Finding other;
  std::string error;
  Ending last{};
  uint64_t steps = std::exchange(running.mostSteps, 0);
  if (program.explain(turn->avoids, false, other, last, &error)) // whole: which accesses are shown depends on all
    finding.turn->instead = other.blocks[turn->block];
  else if (!program.distrust())
    program.distrustFor({.message = depends("a schedule that does not fail", "ran", "did not fit: " + error), .schedule = turn->avoids});
  running.mostSteps = steps;
}

void tellShortest(const std::optional<Shortest> &shortest, const Schedule &found, Finding &finding) {
  if (!shortest)
    return;
  finding.found = found;
  finding.fewest = shortest->fewest();
}

Finding explained(Program &program, FoundFailure found) {
  Finding finding;
  finding.failure = found.failure;
  finding.count = found.count;
  finding.foundAt = found.foundAt;
  tellShortest(found.explanation.shortest, found.schedule, finding);
  if (found.explanation.shortest)
    found.schedule = found.explanation.shortest->schedule;
  if (found.failure.kind == FailureKind::Death)
    return explainedDeath(program, found, std::move(finding));
  bool deadlock = found.failure.kind == FailureKind::Deadlock || found.failure.kind == FailureKind::Livelock;
  std::string error;
  Ending last{};
  if (!program.explain(found.schedule, deadlock, finding, last, &error)) {
    finding.schedule = found.schedule;
    if (!mayEndElsewhere(found.failure))
      doubt(program, found, "did not fit: " + error);
    return finding;
  }
  const bool ended = last == Ending::Failed || last == Ending::Unsupported;
  if (isEndOfBlock(found.failure.kind) && (!ended || !isSame(finding.failure, found.failure))) {
    if (!mayEndElsewhere(found.failure))
      doubt(program, found, "ended with " + (ended ? toldFailure(finding.failure) : std::string("no failure")));
    finding.failure = found.failure;
  }
  if (deadlock && last != Ending::Failed)
    tellDeadlock(finding);
  if (found.failure.kind == FailureKind::Outcome)
    finding.failure = found.failure;
  tellTurn(program, found, finding);
  return finding;
}

Finding explained(Program &program, const Distrust &distrust, uint64_t schedules) {
  Finding finding;
  finding.foundAt = distrust.foundAt ? distrust.foundAt : std::max<uint64_t>(schedules, 1);
  std::string error;
  Ending last{};
  if (!distrust.schedule.empty())
    program.explain(distrust.schedule, false, finding, last, &error);
  finding.schedule = distrust.schedule;
  finding.failure = {};
  finding.memory = distrust.memory;
  finding.failure.message = distrust.message; // and no key: no block did it
  if (!distrust.schedule.empty())
    finding.failure.thread = distrust.schedule.back().thread;
  return finding;
}

AccessReport accessOf(const FoundRace &race, const FoundAccess &access) {
  AccessReport report;
  report.thread = access.thread;
  report.place = access.place;
  report.address = race.key * 8 + static_cast<uint64_t>(std::countr_zero(race.bytes));
  report.size = static_cast<uint32_t>(std::popcount(race.bytes));
  report.writes = access.writes;
  report.atomic = access.atomic;
  report.locks = access.locks;
  return report;
}

Finding explained(Program &program, const FoundRace &race, FailureKind kind) {
  Finding finding;
  finding.foundAt = race.foundAt;
  tellShortest(race.shortest, race.found, finding);
  finding.accesses = {accessOf(race, race.first), accessOf(race, race.second)};
  std::string error;
  Ending last{};
  bool fits = program.explain(race.schedule, false, finding, last, &error);
  finding.schedule = race.schedule;
  finding.failure = {};
  finding.memory.clear(); // of a failure that its schedule ends in
  finding.failure.kind = kind;
  finding.failure.thread = race.second.thread;
  if (!fits && !program.distrust())
    program.distrustFor({.message = depends("a schedule", "came to a data race", "did not fit: " + error), .schedule = race.schedule});
  return finding;
}

/// "T1 writes at f.c:4 (holding nothing)"
std::string told(const AccessReport &access) {
  std::string place = shortPlace(access.file, access.line);
  return access.name + " " + access.verb + (place.empty() ? "" : " at " + place) + " (holding " +
         shownLocks(access) + ")";
}

void tellRace(Finding &finding) {
  if (finding.accesses.size() != 2 || !finding.failure.message.empty())
    return;
  const AccessReport &first = finding.accesses[0], &second = finding.accesses[1];
  finding.failure.message =
      finding.failure.kind == FailureKind::Race
          ? "data race on " + first.object + ": " + told(first) + ", " + told(second)
          : "no lock protects " + first.object + " at all accesses: first " + told(first) + ", then " + told(second);
}

/// "...; freed by T1 at f.c:4, allocated by main at f.c:2"
void tellMemory(Finding &finding) {
  std::string text;
  if (finding.failure.message.find(", taken at ") != std::string::npos) // who holds a lock was told
    return;
  for (const MemoryReport &memory : finding.memory) {
    const Frame *frame = memory.stack.empty() ? nullptr : &namingFrame(memory.stack);
    std::string place = frame ? shortPlace(frame->file, frame->line) : "";
    text += (text.empty() ? "; " : ", ") + memory.what + " by " + memory.name + (place.empty() ? "" : " at " + place);
  }
  finding.failure.message += text;
}

/// Of all findings together, if steps are wanted.
class StepBudget {
public:
  Finding spend(Finding finding) {
    left_ -= std::min<uint64_t>(left_, finding.steps.size());
    running.mostSteps = std::min(running.mostSteps, left_);
    return finding;
  }

private:
  uint64_t left_ = 50'000;
};

std::string number(uint64_t n, const char *one, const char *many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

} // namespace

Mode modeNamed(const std::string &text) {
  for (Mode mode : kModes)
    if (text == name(mode))
      return mode;
  XBLOCK_CHECK(!"a mode that the option table allows");
  return Mode::ExitBlockRw;
}

Check checkNamed(const std::string &text) {
  return text == "none" ? Check::None : text == "race" ? Check::Race : Check::Lockset;
}

void addResult(Program &program, const SearchResult &result, Report &report) {
  report.schedules = result.schedules;
  report.redundant = result.redundant;
  report.blocks = result.blocks;
  report.aborted = result.aborted;
  report.stoppedAtFailure = result.stoppedAtFailure;
  StepBudget budget;
  for (const FoundFailure &found : result.failures)
    report.findings.push_back(budget.spend(explained(program, found)));
  for (const FoundRace &race : result.races)
    report.findings.push_back(budget.spend(explained(program, race, FailureKind::Race)));
  for (const FoundRace &race : result.unprotected)
    report.findings.push_back(budget.spend(explained(program, race, FailureKind::Lockset)));
  if (result.unsupported && !program.distrust())
    report.unsupported = explained(program, *result.unsupported);
  if (program.distrust()) // perhaps only since the findings were explained
    report.unsupported = explained(program, Distrust(*program.distrust()), result.schedules);
  if (result.scheduleLimit && !result.sampled)
    report.left.push_back("--max-schedules was reached; " +
                          number(result.branchesLeft, "branch was", "branches were") + " not begun");
  if (result.cutSchedules)
    report.left.push_back("--max-blocks cut " + number(result.cutSchedules, "schedule", "schedules"));
  if (report.unsupported)
    report.verdict = Verdict::Unsupported;
  else if (!report.findings.empty())
    report.verdict = Verdict::Failure;
  else if (!report.left.empty())
    report.verdict = Verdict::Incomplete;
  else
    report.verdict = Verdict::Complete;
  symbolize(report.findings);
  for (Finding &finding : report.findings) {
    tellRace(finding);
    tellMemory(finding);
  }
  report.findingOf = joinCauses(report.findings);
  if (report.unsupported) {
    symbolize(*report.unsupported);
    tellMemory(*report.unsupported);
  }
}

void addPrologue(Program &program, const Outcome &prologue, Report &report) {
  report.schedules = 1;
  if (prologue.ending == Ending::ProcessEnd)
    return;
  Finding finding;
  finding.foundAt = 1;
  program.explainPrologue(prologue, finding);
  symbolize(finding);
  tellMemory(finding);
  if (prologue.ending == Ending::Unsupported) {
    report.verdict = Verdict::Unsupported;
    report.unsupported = finding;
  } else {
    report.verdict = Verdict::Failure;
    report.stoppedAtFailure = true;
    report.findings.push_back(finding);
  }
}

namespace {

/// Data races of a schedule that does not fail, and if they are looked for variables without a
/// lock.
void addReplayedRaces(Program &program, const Schedule &schedule, Check check, Report &report) {
  RaceChecks checks(check);
  std::vector<std::pair<FoundRace, FailureKind>> found;
  Schedule soFar;
  auto add = [&](std::span<const RacePair> pairs, FailureKind kind) {
    for (const RacePair &pair : pairs) {
      found.emplace_back(foundRace(checks, pair), kind);
      found.back().first.schedule = soFar;
      found.back().first.foundAt = 1;
    }
  };
  std::string error;
  auto did = [&](ThreadId t, const Outcome &out) {
    soFar.push_back(schedule[soFar.size()]);
    checks.push(t, out);
    add(checks.races(), FailureKind::Race);
    add(checks.unprotected(), FailureKind::Lockset);
  };
  if (check == Check::None || !program.follow(schedule, did, &error)) // it fitted a moment ago
    return;
  for (const auto &[race, kind] : found)
    report.findings.push_back(explained(program, race, kind));
  if (found.empty())
    return;
  report.verdict = Verdict::Failure;
  symbolize(report.findings);
  for (Finding &finding : report.findings)
    tellRace(finding);
  report.findingOf = joinCauses(report.findings);
}

} // namespace

bool addReplay(Program &program, const Schedule &schedule, Check check, Report &report,
               std::string *error) {
  Finding finding;
  Ending last{};
  if (!program.explain(schedule, true, finding, last, error))
    return false;
  if (last == Ending::Unsupported) // what was seen late the first time is looked for now
    program.explain(schedule, true, finding, last, error);
  report.schedules = 1;
  report.blocks = schedule.size();
  finding.foundAt = 1;
  if (last == Ending::Unsupported) {
    report.verdict = Verdict::Unsupported;
    symbolize(finding);
    tellMemory(finding);
    report.unsupported = finding;
    return true;
  }
  bool alive = false, stuck = true;
  for (const ThreadReport &t : finding.threads) {
    alive |= t.state != "ended";
    stuck &= t.state == "ended" || t.waitsFor.kind != ResourceKind::None;
  }
  if (last != Ending::Failed) {
    if (last == Ending::ProcessEnd || !alive || !stuck) { // it ran, and nothing failed
      addReplayedRaces(program, schedule, check, report);
      if (running.mostSteps && report.findings.empty()) {
        symbolize(finding);
        report.ran = std::move(finding);
      }
      return true;
    }
    finding.failure.kind = FailureKind::Deadlock;
    for (const ThreadReport &t : finding.threads)
      if (t.waitsFor.kind == ResourceKind::Change)
        finding.failure.kind = FailureKind::Livelock;
    tellDeadlock(finding);
  }
  report.verdict = Verdict::Failure;
  report.findings.push_back(finding);
  symbolize(report.findings);
  tellMemory(report.findings.back());
  return true;
}

} // namespace xblock
