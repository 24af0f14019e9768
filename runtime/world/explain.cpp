// A schedule runs once more: to tell what it did, or to be looked at.
#include "world/debugger.h"
#include "world/heap_errors.h"
#include "world/held_locks.h"
#include "world/misuse.h"
#include "world/outcome_values.h"
#include "world/output.h"
#include "world/process_world.h"
#include "world/running.h"
#include "world/stack_frames.h"
#include "world/steps.h"
#include "world/trace.h"

namespace xblock {

std::string ProcessWorld::outputOf(int stream) { return stream == kOutcomeValues ? outcomeValues() : output.text(stream); }

namespace {

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

} // namespace xblock
