#include "engine/deadlock.h"
#include "sync/mutex.h"
#include "world/debugger.h"
#include "world/explorer_switch.h"
#include "world/heap_errors.h"
#include "world/heap_stacks.h"
#include "world/held_locks.h"
#include "world/misuse.h"
#include "world/object_names_linux.h"
#include "world/outcome_values.h"
#include "world/output.h"
#include "world/process_world.h"
#include "world/running.h"
#include "world/stack_frames.h"
#include "world/steps.h"
#include "world/trace.h"
#include "world/waiting_loops.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace xblock {

namespace {

std::vector<Frame> framesOf(const RawStack &raw) {
  std::vector<Frame> frames(raw.count);
  for (unsigned i = 0; i < raw.count; ++i)
    frames[i].pc = raw.pc[i];
  return frames;
}

const char *kindName(ResourceKind kind) {
  switch (kind) {
  case ResourceKind::Mutex:
    return "mutex";
  case ResourceKind::Spin:
    return "spin lock";
  case ResourceKind::Condition:
    return "condition variable";
  case ResourceKind::ThreadEnd:
  case ResourceKind::EndOrCancel:
    return "the end of";
  case ResourceKind::Semaphore:
    return "semaphore";
  case ResourceKind::Signal:
    return "a signal";
  case ResourceKind::Guard:
  case ResourceKind::Once:
    return "initialisation of";
  case ResourceKind::RwLock:
    return "the writer of lock";
  case ResourceKind::RwReaders:
    return "the readers of lock";
  case ResourceKind::RwWaiting:
    return "the writers that wait for lock";
  case ResourceKind::Futex:
    return "futex";
  case ResourceKind::Join:
  case ResourceKind::Cancel:
    return "a cancellation of";
  case ResourceKind::Barrier:
    return "barrier";
  case ResourceKind::Change:
    return "a change of"; // of one of the things that the loop reads
  case ResourceKind::Time:
    return "a time-out at";
  case ResourceKind::Patience:
  case ResourceKind::Bound:
  case ResourceKind::OwnLock:
  case ResourceKind::OwnReaders:
    return "lock";
  case ResourceKind::File:
    return "data or room in a pipe, socket or event counter, or a connection";
  case ResourceKind::None:
  case ResourceKind::Outcome: // nobody waits for one
  case ResourceKind::Handover:
  case ResourceKind::Path:
  case ResourceKind::Descriptor:
  case ResourceKind::Stream: // has a name of its own
    break;
  }
  return "nothing";
}

} // namespace

std::string (*tellStream)(uint64_t number) = nullptr;

std::string describe(Resource r) {
  if (r.kind == ResourceKind::ThreadEnd || r.kind == ResourceKind::EndOrCancel || r.kind == ResourceKind::Cancel)
    return std::string(kindName(r.kind)) + " " + ThreadName(ThreadId{static_cast<uint32_t>(r.id)}).text;
  if (r.kind == ResourceKind::Stream && tellStream)
    return tellStream(r.id);
  if (r.kind == ResourceKind::File)
    return r.id == 1 ? "one of several descriptors" : kindName(r.kind);
  return kindName(r.kind) + (r.kind == ResourceKind::Signal ? "" : " " + nameWithFrame(r.id));
}

std::string describeHeld(const HeldFor &h) {
  std::string text =
      h.lock.kind == ResourceKind::RwLock ? "lock " + nameWithFrame(h.lock.id) : describe(h.lock);
  return text + (h.shared ? " (for reading)" : "");
}

std::string ProcessWorld::outputOf(int stream) { return stream == kOutcomeValues ? outcomeValues() : output.text(stream); }

void ProcessWorld::explainPrologue(const Outcome &out, Finding &finding) {
  finding.failure = out.failure;
  if (out.failure.kind == FailureKind::Heap)
    finding.memory = failedMemory;
  finding.output = output.text();
  ThreadReport main;
  main.name = ThreadName(ThreadId{0}).text;
  main.state = "failed";
  main.stack = framesOf(failedStack);
  finding.threads.push_back(main);
}

namespace {

/// Whether another thread, told in `out`, holds a lock of the program's own that the loop looks at.
bool findOwnLock(const ThreadState &spinner, ThreadId &out) {
  for (uint32_t i = 0; i < scalars.threads; ++i)
    for (uint32_t j = 0; j < threadTable[i].heldCount; ++j) {
      Resource lock = threadTable[i].held[j].lock;
      const uint64_t *read = spinner.quiet->granules, *end = read + spinner.quiet->reads;
      if (wholeLock(lock).kind != ResourceKind::OwnLock || &threadTable[i] == &spinner || std::find(read, end, lock.id >> 3) == end)
        continue;
      out = ThreadId{i};
      return true;
    }
  return false;
}

/// Behind all that is told of a schedule.
struct ForgetsFrames {
  ~ForgetsFrames() { stackFrames.forget(); }
};

/// Traced, with the cuts that it gives.
struct RunsGiven {
  RunsGiven() {
    running.tracing = running.replaying = running.slow = running.keepsFrames = true;
    stackFrames.begin();
  }
  ~RunsGiven() {
    running.tracing = running.replaying = running.keepsFrames = false;
    running.slow = running.verifies || !running.promoted.empty();
  }
};

} // namespace

bool ProcessWorld::runSchedule(const Schedule &schedule, Outcome &out, std::string *error, const OnBlocks &on) {
  restore(SnapshotId{0});
  out.clear();
  forgetUses();
  failedMemory.clear();
  RunsGiven given;
  bool fits = true;
  for (size_t i = 0; i < schedule.size() && fits; ++i) {
    ThreadId t = schedule[i].thread;
    tracedBlock = static_cast<uint32_t>(i);
    bool isLast = i + 1 == schedule.size();
    if (!canRun(t)) {
      *error = "block " + std::to_string(i + 1) + ": " + ThreadName(t).text + " cannot run there";
      fits = false;
      break;
    }
    if (on.before)
      on.before(i);
    running.given = schedule[i].cut;
    run(t, schedule[i].choices, out);
    if (on.after)
      on.after(i, out);
    bool ended = out.ending == Ending::Failed || out.ending == Ending::ProcessEnd || out.ending == Ending::Unsupported;
    if (out.ending == Ending::Blocked) {
      *error = "block " + std::to_string(i + 1) + ": " + ThreadName(t).text + " waits for " + describe(out.blockedOn);
      fits = false;
    } else if (out.cut != schedule[i].cut) {
      Cut::Where where = schedule[i].cut.where;
      *error = "block " + std::to_string(i + 1) + ": " + ThreadName(t).text +
               (where == Cut::AfterAccess ? " makes fewer accesses"
                : where == Cut::AtPoint   ? " comes to fewer cancellation points"
                                          : " takes fewer locks");
      fits = false;
    } else if (out.decisions.size() < schedule[i].choices.size()) {
      *error = "block " + std::to_string(i + 1) + ": " + ThreadName(t).text + " has fewer choices";
      fits = false;
    } else if (ended && !isLast) {
      *error = "the program ends in block " + std::to_string(i + 1) + " of " + std::to_string(schedule.size());
      fits = false;
    }
  }
  running.given = {};
  return fits;
}

/// Runs it once more, to see the values.
void ProcessWorld::recordSteps(const Schedule &schedule, const ShownAccesses &shown,
                               Finding &finding) {
  Outcome out;
  std::string error;
  OnBlocks on;
  on.after = [](size_t, const Outcome &block) { steps.endBlock(block); };
  steps.begin(shown, finding.accesses, running.mostSteps);
  bool fits = runSchedule(schedule, out, &error, on);
  finding.steps = steps.end();
  if (fits)
    return;
  // It depends on what is not restored, and is told so where that is looked for.
  finding.steps.clear();
  finding.whyNoSteps = error;
}

bool ProcessWorld::follow(const Schedule &schedule, const OnBlock &did, std::string *error) {
  Outcome last;
  ForgetsFrames behind;
  OnBlocks on;
  on.after = [&](size_t i, const Outcome &out) { did(schedule[i].thread, out); };
  return runSchedule(schedule, last, error, on);
}

bool ProcessWorld::explain(const Schedule &schedule, bool deadlock, Finding &finding, Ending &last,
                           std::string *error) {
  traced.clear();
  ForgetsFrames behind;
  watchAccesses(finding.accesses);
  Outcome out;
  OnBlocks on;
  if (debugger.attached) // should the process not survive it
    on.before = [&](size_t i) {
      if (i + 1 == schedule.size())
        debugger.know(Finding());
    };
  if (!runSchedule(schedule, out, error, on))
    return false;
  last = out.ending;
  finding.output = output.text();
  finding.schedule = schedule;
  if (!schedule.empty() && (out.ending == Ending::Failed || out.ending == Ending::Unsupported))
    finding.failure = out.failure;
  if ((out.ending == Ending::Failed && (out.failure.kind == FailureKind::Heap || out.failure.kind == FailureKind::Misuse)) ||
      (out.ending == Ending::Unsupported && running.foreignWrites))
    finding.memory = failedMemory;
  ShownAccesses shown;
  fillBlocks(schedule, shown, finding);
  tellAccesses(finding.accesses);
  for (AccessReport &a : finding.accesses)
    for (const HeldFor &h : a.locks)
      a.holding.push_back(describeHeld(h));
  bool over = out.ending == Ending::ProcessEnd || out.ending == Ending::Failed || out.ending == Ending::Unsupported;
  describeThreads(finding, deadlock && !over, out);
  if (running.mostSteps)
    recordSteps(schedule, shown, finding);
  return true;
}

namespace {

/// Blocks end where the program has them end.
struct WithoutCuts {
  WithoutCuts() { running.given = {}; }
  ~WithoutCuts() { running.replaying = before; }
  bool before = std::exchange(running.replaying, true);
};

bool waits(const Outcome &attempt) {
  return attempt.ending == Ending::Blocked || (attempt.nowWaiting && attempt.blockedOn.kind == ResourceKind::Change);
}

/// Whether the key of a deadlock has it.
bool isTold(const std::string &key, const Waiting &w) {
  const std::string one = keyOf(w);
  for (size_t at = key.find(one); at != key.npos; at = key.find(one, at + 1))
    if (at > 0 && (key[at - 1] == ':' || key[at - 1] == ',') && (at + one.size() == key.size() || key[at + one.size()] == ','))
      return true;
  return false;
}

} // namespace

/// What t decides in its next block so that it waits, for what the key of the failure says if it says anything; else the first way.
std::vector<uint16_t> ProcessWorld::decisionsToWait(ThreadId t, const std::string &key) {
  constexpr int kMost = 10'000;
  std::vector<uint16_t> choices;
  std::optional<std::vector<uint16_t>> first;
  Outcome attempt;
  WithoutCuts without;
  SnapshotId here = save();
  for (int i = 0; i < kMost; ++i) {
    restore(here);
    run(t, choices, attempt);
    if (waits(attempt) && !first)
      first = choices;
    if (waits(attempt) && (key.empty() || isTold(key, {t, attempt.blockedOn}))) {
      first = choices;
      break;
    }
    if (!nextChoices(attempt.decisions, choices))
      break;
  }
  restore(here);
  discard(here);
  return first.value_or(std::vector<uint16_t>());
}

bool ProcessWorld::debug(const Schedule &schedule, const Finding &known, uint64_t key, uint32_t place, std::string *error) {
  debugger.know(known);
  ForgetsFrames behind;
  Outcome out;
  OnBlocks on;
  on.before = [&](size_t i) {
    if (i + 1 == schedule.size())
      debugger.arm(key, place);
  };
  bool fits = runSchedule(schedule, out, error, on);
  debugger.disarm();
  if (!fits || debugger.stopped())
    return fits;
  bool over = out.ending == Ending::ProcessEnd || out.ending == Ending::Failed || out.ending == Ending::Unsupported;
  // Each goes on to where it waits, and is left there: as describeThreads() tries it.
  bool stuck = known.failure.kind == FailureKind::Deadlock || known.failure.kind == FailureKind::Livelock;
  for (uint32_t i = 0; i < scalars.threads && stuck && !over; ++i)
    if (const ThreadState &th = threadTable[i]; !th.life.ended() && !th.spinning && !th.waiting) {
      Outcome attempt;
      run(ThreadId{i}, decisionsToWait(ThreadId{i}, known.failure.key), attempt);
    }
  debugger.stopHere(place   ? "after the block that makes the second access"
                    : stuck ? ""
                    : over  ? "at the end of the program"
                            : "at the end of the schedule");
  return true;
}

void ProcessWorld::describeThreads(Finding &finding, bool deadlock, const Outcome &last) {
  bool failed = last.ending == Ending::Failed || last.ending == Ending::Unsupported;
  finding.threads.clear();
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    ThreadId t{i};
    ThreadReport report;
    report.thread = t;
    std::string loop; // what it reads
    report.name = ThreadName(t).text;
    const ThreadState &th = threadOf(t);
    auto frames = [&] {
      saveStack(t); // the thread runs to tell its stack, which changes where and how it is suspended
      return framesOf(stackOf(t));
    };
    if (failed && last.failure.thread == t) {
      report.state = "failed";
      report.stack = framesOf(failedStack);
    } else if (th.life.ended()) {
      report.state = "ended";
    } else if (th.spinning) {
      report.waitsFor = {ResourceKind::Change, spinsOn(th)};
      loop = tellLoop(t);
      report.stack = frames();
    } else if (th.waiting) {
      report.waitsFor = th.condition;
      report.stack = frames();
    } else if (deadlock) {
      Outcome attempt;
      const std::vector<uint16_t> choices = decisionsToWait(t, finding.failure.key);
      WithoutCuts without;
      SnapshotId here = save();
      running.tracing = true;
      run(t, choices, attempt);
      running.tracing = false;
      if (attempt.ending == Ending::Blocked) {
        report.waitsFor = attempt.blockedOn;
        report.stack = framesOf(blockedStack);
      } else if (attempt.nowWaiting && attempt.blockedOn.kind == ResourceKind::Change) {
        report.waitsFor = attempt.blockedOn;
        loop = tellLoop(t);
        report.stack = frames();
      }
      restore(here);
      discard(here);
    } else {
      report.state = "ready";
      report.stack = frames();
    }
    if (report.waitsFor.kind == ResourceKind::Change) {
      report.waitsForText = loop.empty() ? "nothing" : "a change of " + loop;
      report.state = loop.empty() ? "repeats a loop that reads and changes nothing" : "waits for " + report.waitsForText;
      report.hasOwner = !loop.empty() && th.spinning && findOwnLock(th, report.owner);
      if (report.hasOwner)
        report.state += std::string(", held by ") + ThreadName(report.owner).text;
    } else if (report.waitsFor.kind != ResourceKind::None) {
      report.waitsForText = describe(report.waitsFor);
      report.state = "waits for " + report.waitsForText;
      report.hasOwner = owner(report.waitsFor, report.owner);
      if (report.hasOwner)
        report.state += std::string(", held by ") + ThreadName(report.owner).text;
    }
    report.created = keptFrames(th.createdStack);
    finding.threads.push_back(report);
  }
}

} // namespace xblock
