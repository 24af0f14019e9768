#include "world/process_world.h"

#include "memory/access_recorder.h"
#include "memory/kept_stacks.h"
#include "memory/mapping_linux.h"
#include "memory/tracked_heap.h"
#include "support/check.h"
#include "world/availability.h"
#include "world/explore_call.h"
#include "world/explorer_switch.h"
#include "world/held_locks.h"
#include "world/known_blocks.h"
#include "world/output.h"
#include "world/running.h"
#include "world/stack_frames.h"
#include "world/stack_slots.h"
#include "world/strict_memory_linux.h"
#include "world/trails.h"
#include "world/waiting_loops.h"

#include <algorithm>
#include <cstring>

namespace xblock {

Scalars scalars;
ExploreCalls exploreCalls;
CallAnswers callAnswers;

bool othersLive(ThreadId t) {
  for (uint32_t i = 0; i < scalars.threads; ++i)
    if (ThreadId{i} != t && !threadTable[i].life.ended())
      return true;
  return false;
}

bool ProcessWorld::mapMemory() {
  return undoLog.map() && accessRecorder.map() && trackedHeap.map() && keptStacks.map() &&
         mapFixed(layout::kHeapMarks, layout::kHeapMarksSize) &&
         mapFixed(layout::kLibraryBlocks, layout::kLibraryBlocksSize) && output.map() &&
         mapFixed(layout::kFiles, layout::kFilesSize) && mapFixed(layout::kStacks, layout::kStacksSize);
}

// In place: a return after fibers were switched is mispredicted.
void ProcessWorld::enter(ThreadId t, Outcome &out, std::span<const uint16_t> choices) {
  if (__builtin_expect(guardsLent, 0))
    takeGuardsBack();
  const ThreadState &th = threadOf(t);
  running.thread = t;
  running.stackLow = th.stackLow;
  running.stackSize = th.stackTop - th.stackLow;
  running.out = &out;
  running.choices = choices;
  static_cast<BlockState &>(running) = {};
  running.outputBefore = output.length();
  running.anyMoment = running.exploring && th.cancel.asynchronous() && anyMoment.isOne(t);
  running.ignoring = running.ignoredSome = th.ignored != 0;
  accessRecorder.pause(running.ignoring);
  bool cut = running.anyMoment;
  bool slow = running.tracing | running.replaying | running.verifies | cut | !running.promoted.empty();
  running.lookAtEach(cut, slow);
  __xblock_look = accessRecorder.enabled() | cut | slow;
  ++running.block;
  running.ranOutside |= scalars.outside && running.exploring;
  accessRecorder.begin();
  if (__builtin_expect(running.followsTrails, 0))
    trails.begin();
  switchToProgram(t);
  if (__builtin_expect(running.followsTrails, 0))
    out.trail = trails.end();
  flushAccesses();
  out.outside = scalars.outside;
  // What libraries do for the explorer calls what the program replaces, as operator new: no step of the program.
  running.lookAtEach(false, false);
  accessRecorder.pause(true);
  running.out = nullptr;
}

void ProcessWorld::prologue(void *(*entry)(void *), Outcome &out) {
  stackSavedIn_.assign(layout::kMaxThreads, 0);
  accessRecorder.onStrayAccess(noteStrayAccess);
  createThread(entry, nullptr);
  goOn(out);
}

void ProcessWorld::goOn(Outcome &out) {
  out.clear();
  scalars.outside = running.fromMark;
  running.keepsFrames = true;
  enter(ThreadId{0}, out, {});
  running.keepsFrames = false;
  stackFrames.beginHere();
  if (out.ending != Ending::Split || exploreCalls.asked)
    return;
  accessRecorder.onManyRepeats(lookForLoop);
  accessRecorder.enable();
  firstSchedule_.begin();
  running.strict = running.wantsStrict;
  if (running.strict)
    beginStrictMemory();
  else if (running.reuses)
    knownBlocks.enable();
  save(); // the root: explain() comes back to it
}

bool ProcessWorld::runOnce(const Schedule &schedule, std::string *error) {
  Outcome out;
  bool fits = runSchedule(schedule, out, error, {});
  if (fits && out.ending != Ending::ProcessEnd)
    *error = out.ending == Ending::Failed || out.ending == Ending::Unsupported ? out.failure.message : "it does not come to its end";
  return fits && out.ending == Ending::ProcessEnd;
}

void ProcessWorld::endCall() {
  knownBlocks.disable();
  snapshots_.clear();
  firstSchedule_ = {};
  undoLog.forgetAll();
  accessRecorder.disable();
  scalars.threads = 1;
  scalars.spinners = scalars.idle = 0;
  ThreadState &main = threadOf(ThreadId{0}); // what its waiting loops had come to is of that search
  main.spinning = main.idle = main.timed = false;
  main.quietOther = 0;
  main.quietTouched = main.quietBlocks = 0;
  std::ranges::fill(main.fruitless, Fruitless());
  main.failedAllocations = 0;
  output.truncate(0);
}

std::vector<ThreadId> ProcessWorld::initial() {
  std::vector<ThreadId> all;
  for (uint32_t i = 0; i < scalars.threads; ++i)
    all.push_back(ThreadId{i});
  return all;
}

namespace {
constexpr const char *kOtherThanKnown = "a block did something else than when it ran before with the same inputs: this is a mistake "
                                        "of xblock, or the program depends on what is not restored; --reuse=none runs each block";
}

bool ProcessWorld::mayBeKnown() const {
  return knownBlocks.mayReuse() && !(running.tracing | running.replaying) && !firstSchedule_.recording();
}

const Outcome *ProcessWorld::known(ThreadId t) {
  if (!mayBeKnown() || running.verifies || distrust_)
    return nullptr;
  const Outcome *known = knownBlocks.reuse(t);
  askedFor_ = !known;
  return known;
}

void ProcessWorld::run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) {
  bool asked = std::exchange(askedFor_, false);
  if (__builtin_expect(distrust_.has_value(), 0) && !running.tracing) {
    out.clear();
    out.endUnsupported(t, distrust_->message);
    return;
  }
  bool mayBeKnown = choices.empty() && this->mayBeKnown();
  if (mayBeKnown && !asked && !running.verifies)
    if (const Outcome *known = knownBlocks.reuse(t))
      return out.assign(*known);
  out.clear();
  if (mayBeKnown)
    knownBlocks.begin(t);
  if (__builtin_expect(running.strict, 0))
    beginStrictBlock(t);
  saveStack(t);
  const ThreadState &th = threadOf(t);
  for (uint32_t i = 0; i < th.heldCount; ++i)
    out.holding.push_back(th.held[i].lock);
  enter(t, out, choices);
  if (__builtin_expect(running.strict, 0))
    endStrictBlock(t, out);
  accessRecorder.harvest(out.data);
  addLockKeys(t, out);
  out.sync.normalise();
  if (bool wrote = noteProgress(t, out); wrote && !running.loopSeen)
    endQuietBlocks(t);
  else
    noteWaitingLoop(t, out);
  if (out.ending == Ending::ProcessEnd || running.leaked)
    out.data.setEverything();
  bool asKnown = !knownBlocks.on() || knownBlocks.end(t, out);
  if (running.verifies)
    restoreCheck_.ran(t, choices, out);
  if (!asKnown)
    distrust_ = Distrust{.message = kOtherThanKnown, .schedule = restoreCheck_.schedule()};
  if (__builtin_expect(firstSchedule_.recording(), 0))
    firstSchedule_.ran(t, choices, out);
}

namespace {

/// Whether the block could let a thread go on that waits for r until its time comes.
bool concerns(const Outcome &out, Resource r) {
  auto writes = [&](const AccessEntry &e) { return e.key == resourceKey(r) && e.writes; };
  return std::ranges::any_of(out.data.entries(), writes) || std::ranges::any_of(out.sync.entries(), writes) ||
         std::ranges::find(out.released, r) != out.released.end();
}

} // namespace

/// Counts what the block did; wakes the waiting loops that it wrote for, and idle waiters for what it gave back. Whether it wrote
/// anything but its own stack.
bool ProcessWorld::noteProgress(ThreadId t, Outcome &out) {
  const ThreadState &self = threadOf(t);
  bool wrote = false, wroteItsStack = false;
  for (const AccessEntry &e : out.data.entries()) {
    bool own = e.key * 8 - self.stackLow < self.stackTop - self.stackLow;
    wrote |= e.writes && !own;
    wroteItsStack |= e.writes && own;
  }
  bool progress = wrote || out.ending == Ending::Death || !out.started.empty();
  if (!progress)
    progress = std::ranges::any_of(out.sync.entries(), [&](const AccessEntry &e) { return changed(e, t, out); });
  progress |= !out.released.empty();
  // Also of its own stack, where others may wait for a change of it.
  for (uint32_t i = 0; i < scalars.threads && (scalars.spinners || scalars.idle); ++i) {
    const ThreadState &th = threadTable[i];
    if (ThreadId{i} == t)
      continue;
    if (th.spinning && wroteFor(th, t, out)) {
      ThreadState &spinner = change(ThreadId{i});
      spinner.spinning = false;
      spinner.quietBlocks = 1; // it did nothing else (tries.cpp)
      --scalars.spinners;
      out.woken.push_back({ThreadId{i}, {}});
      progress = true;
    }
    bool asked = th.atPoint && th.cancel.acts() && concerns(out, {ResourceKind::Cancel, i});
    if (th.idle && th.condition.kind != ResourceKind::Condition && (asked || concerns(out, th.condition))) {
      change(ThreadId{i}).idle = false;
      --scalars.idle;
      out.woken.push_back({ThreadId{i}, {}});
      progress = true;
    }
  }
  if (!progress) {
    if (wroteItsStack)
      endLoopsThatRead(t, out);
    return false;
  }
  ++scalars.progress;
  ++change(t).progress;
  return wrote;
}

bool ProcessWorld::available(Resource r) { return isAvailable(r); }
bool ProcessWorld::owner(Resource r, ThreadId &out) { return findOwner(r, out); }

void ProcessWorld::saveStack(ThreadId t) {
  uint32_t &saved = stackSavedIn_[index(t)];
  if (saved == undoLog.epoch())
    return;
  saved = undoLog.epoch();
  FiberState &f = fiberTable[index(t)];
  // Aligned below, as the top is; what lies below the saved context is dead.
  uint64_t low = reinterpret_cast<uint64_t>(f.context) & ~uint64_t{31};
  undoLog.pushSpan(low, threadOf(t).stackTop, &f);
}

SnapshotId ProcessWorld::save() {
  scalars.outputLength = output.length();
  snapshots_.emplace_back();
  snapshots_.back().position = undoLog.save();
  copyScalars(snapshots_.back().scalars, scalars);
  if (running.verifies)
    restoreCheck_.saved(snapshots_.size() - 1);
  if (__builtin_expect(firstSchedule_.recording(), 0))
    firstSchedule_.saved(snapshots_.size() - 1);
  return SnapshotId{static_cast<uint32_t>(snapshots_.size() - 1)};
}

void ProcessWorld::restore(SnapshotId s) {
  auto i = static_cast<uint32_t>(s);
  XBLOCK_CHECK(i < snapshots_.size());
  snapshots_.resize(i + 1);
  askedFor_ = false;
  undoLog.restore(snapshots_[i].position);
  copyScalars(scalars, snapshots_[i].scalars);
  output.truncate(scalars.outputLength);
  if (__builtin_expect(firstSchedule_.recording(), 0))
    firstSchedule_.restored(i);
  if (running.verifies && !distrust_)
    distrust_ = restoreCheck_.restored(i);
}

void ProcessWorld::discard(SnapshotId s) {
  XBLOCK_CHECK(static_cast<uint32_t>(s) + 1 == snapshots_.size());
  snapshots_.pop_back();
}

void ProcessWorld::refine(std::span<const LockEdge> edges) {
  knownBlocks.forget();
  running.edges.assign(edges.begin(), edges.end());
  std::sort(running.edges.begin(), running.edges.end());
}

void ProcessWorld::promote(std::span<const uint32_t> places) {
  knownBlocks.forget();
  running.promoted.assign(places.begin(), places.end());
  running.slow = running.verifies || !running.promoted.empty();
}

void ProcessWorld::observe(std::span<const Resource> locks) {
  knownBlocks.forget();
  running.observed.assign(locks.begin(), locks.end());
}

bool ProcessWorld::canRun(ThreadId t) const {
  return index(t) < scalars.threads && !threadOf(t).life.ended() &&
         (!threadOf(t).waiting || threadOf(t).timed || threadOf(t).interrupted) && !threadOf(t).spinning;
}

} // namespace xblock
