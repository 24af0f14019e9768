#include "world/waiting_loops.h"

#include "memory/tracked_heap.h"
#include "world/held_locks.h"
#include "world/process_world.h"
#include "world/running.h"

#include <algorithm>
#include <cstring>

namespace xblock {

bool changed(const AccessEntry &e, ThreadId t, const Outcome &out) {
  auto readers = [&](Resource r) { return r.kind == ResourceKind::RwReaders && resourceKey(r) == e.key; };
  auto givenBack = [&](Resource r) { return readers(r) && !findHeld(t, writerOf(r)); };
  return e.writes && std::ranges::none_of(out.tried, readers) && std::ranges::none_of(out.acquired, givenBack);
}

namespace {

constexpr uint32_t kQuietBefore = 2; // blocks in a row that change nothing, before states are compared

/// Whether the running thread holds a lock that it took in that block.
bool holdsSince(uint64_t block) {
  const ThreadState &th = threadOf(running.thread);
  return std::any_of(th.held, th.held + th.heldCount, [&](const HeldLock &h) { return h.sinceBlock == block; });
}

/// The block changed nothing but its own stack, whose bytes are compared. Locks that it took and gave back were as they are before it.
bool isQuiet(ThreadId t, const Outcome &out) {
  bool step = out.ending == Ending::Split || out.ending == Ending::Exit;
  if (!step || running.ignoredSome || !running.endSite || running.timePassed || !out.released.empty() || !out.started.empty() || !out.woken.empty() ||
      !out.owed.empty() || !out.joined.empty() || !out.decisions.empty() || holdsSince(running.block))
    return false;
  auto same = [&](const AccessEntry &e) { return !changed(e, t, out) || e.key * 8 - running.stackLow < running.stackSize; };
  return std::ranges::all_of(out.data.entries(), same) && std::ranges::all_of(out.sync.entries(), same);
}

/// The program's live stack as it made the visible step that ended its block.
struct LiveStack {
  uint64_t low = xblockLoopState[6], size = running.stackLow + running.stackSize - low;
};

/// Where the bytes of a stack of that size are kept.
template <typename Run> auto *wordsOf(Run &run, const LiveStack &stack) {
  return stack.size <= QuietRun::kSmallStack ? run.words : run.large;
}

bool same(const QuietRun &run, const LiveStack &stack) {
  return run.low == stack.low && run.size == stack.size && run.within == xblockLoopState[7] &&
         memcmp(run.registers, xblockLoopState, sizeof run.registers) == 0 &&
         memcmp(wordsOf(run, stack), reinterpret_cast<void *>(stack.low), stack.size) == 0;
}

void takeReference(QuietRun &run, const LiveStack &stack, uint64_t others) {
  undoLog.touch(&run, offsetof(QuietRun, words));
  undoLog.touch(wordsOf(run, stack), stack.size);
  run.untilReset = run.low == stack.low && run.steps ? 2 * run.steps : 4;
  run.steps = 0;
  run.others = others;
  run.low = stack.low;
  run.size = stack.size;
  run.within = xblockLoopState[7];
  memcpy(run.registers, xblockLoopState, sizeof run.registers);
  run.reads = 0;
  run.tooMany = run.looked = false;
  memcpy(wordsOf(run, stack), reinterpret_cast<void *>(stack.low), stack.size);
}

/// Its record, on the tracked heap; null if there is no room.
QuietRun *quietRun(ThreadState &th, ThreadId t) {
  if (!th.quiet) {
    th.quiet = static_cast<QuietRun *>(trackedHeap.allocate(index(t), sizeof(QuietRun)));
    if (!th.quiet)
      return nullptr;
    undoLog.touch(th.quiet, offsetof(QuietRun, words));
    memset(static_cast<void *>(th.quiet), 0, offsetof(QuietRun, words));
  }
  return th.quiet;
}

/// Whether there is room for the bytes of the stack.
bool fits(QuietRun &run, const LiveStack &stack, ThreadId t) {
  if (stack.size <= QuietRun::kSmallStack || run.large)
    return true;
  undoLog.touch(&run, offsetof(QuietRun, words));
  run.large = static_cast<uint64_t *>(trackedHeap.allocate(index(t), QuietRun::kMostStack));
  return run.large != nullptr;
}

/// Of memory, or of a synchronisation object.
uint64_t addressOf(const AccessEntry &e) {
  return addressOfKey(e.key) + (e.key >> 63 ? 0 : static_cast<unsigned>(__builtin_ctz(e.reads)));
}

void addReads(QuietRun &run, const AccessSet &set, ThreadId t, const Outcome &out) {
  for (const AccessEntry &e : set.entries()) {
    if (!e.reads && changed(e, t, out))
      continue;
    run.address = addressOf(e);
    bool known = false;
    for (uint32_t i = 0; i < run.reads; ++i)
      known |= run.granules[i] == e.key;
    if (known)
      continue;
    run.tooMany |= run.reads == QuietRun::kMostReads;
    if (!run.tooMany)
      run.granules[run.reads++] = e.key;
  }
}

void addReads(QuietRun &run, ThreadId t, const Outcome &out) {
  undoLog.touch(&run, offsetof(QuietRun, words));
  run.looked |= running.clockSeen;
  addReads(run, out.data, t, out);
  addReads(run, out.sync, t, out);
}

} // namespace

namespace {

bool reads(const ThreadState &spinner, uint64_t key) {
  const uint64_t *granules = spinner.quiet->granules;
  return std::find(granules, granules + spinner.quiet->reads, key) != granules + spinner.quiet->reads;
}

} // namespace

// That a lock was given back is in the sync set once the search knows that it is tried (ProcessWorld::observe).
bool wroteFor(const ThreadState &spinner, ThreadId t, const Outcome &out) {
  for (const AccessSet *set : {&out.data, &out.sync})
    for (const AccessEntry &e : set->entries())
      if (reads(spinner, e.key) && changed(e, t, out))
        return true;
  return std::ranges::any_of(out.released, [&](Resource r) { return reads(spinner, resourceKey(r)); });
}

bool wroteForSpinners() {
  for (const RecordedAccess &a : accessRecorder.recorded())
    for (uint32_t t = 0; a.writes && t < scalars.threads; ++t) {
      const ThreadState &th = threadTable[t];
      for (uint32_t i = 0; th.spinning && i < th.quiet->reads; ++i)
        if (th.quiet->granules[i] == a.granule >> 3)
          return true;
    }
  return false;
}

// Those that wait already were woken.
void endLoopsThatRead(ThreadId t, const Outcome &out) {
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    const ThreadState &th = threadTable[i];
    if (ThreadId{i} != t && th.quietBlocks > kQuietBefore && th.quiet && !th.spinning && wroteFor(th, t, out))
      change(ThreadId{i}).quietBlocks = 1;
  }
}

uint64_t addressOfKey(uint64_t key) { return key >> 63 ? key & ((uint64_t{1} << 56) - 1) : key * 8; }
uint64_t spinsOn(const ThreadState &spinner) { return spinner.quiet->reads ? spinner.quiet->address : 0; }

namespace {

void spin(ThreadState &th, Outcome &out) {
  th.spinning = true;
  ++scalars.spinners;
  out.nowWaiting = true;
  out.blockedOn = {th.quiet->looked ? ResourceKind::Bound : ResourceKind::Change, spinsOn(th)};
}

} // namespace

namespace {

/// Whether the quiet block may be a step of the same loop as those before it. A row of locks, each taken and given back, is seldom
/// a loop: its states are compared only after a while.
bool mayBeOfOneLoop(ThreadState &th, const Outcome &out) {
  constexpr uint32_t kMostOther = 8;
  if (out.ending != Ending::Exit)
    return true;
  auto touched = static_cast<uint16_t>((out.sync.signature() * 0x9E3779B97F4A7C15ull) >> 48 | 1);
  bool other = th.quietTouched && th.quietTouched != touched;
  th.quietTouched = touched;
  if (!other || th.quietOther == kMostOther)
    return true;
  ++th.quietOther;
  return false;
}

} // namespace

// Brent's cycle detection over the states at the ends of quiet blocks.
void ProcessWorld::noteWaitingLoop(ThreadId t, Outcome &out) {
  if (running.loopSeen && out.ending == Ending::Split) {
    ThreadState &th = change(t);
    endQuietBlocks(t);
    if (QuietRun *run = quietRun(th, t)) {
      undoLog.touch(run, offsetof(QuietRun, words));
      run->reads = 0;
      run->tooMany = run->looked = false;
      addReads(*run, t, out);
      if (!run->tooMany && !running.timePassed)
        spin(th, out);
    }
    return;
  }
  if (!isQuiet(t, out))
    return endQuietBlocks(t);
  ThreadState &th = change(t);
  if (!mayBeOfOneLoop(th, out)) {
    th.quietBlocks = 1;
    return;
  }
  LiveStack stack;
  th.quietBlocks += th.quietBlocks != UINT16_MAX;
  if (th.quietBlocks > kQuietBefore)
    running.reusable = false; // what others did is compared, too
  if (th.quietBlocks <= kQuietBefore || stack.size > QuietRun::kMostStack)
    return;
  uint64_t others = scalars.progress - th.progress;
  QuietRun *run = quietRun(th, t);
  if (!run || !fits(*run, stack, t))
    return;
  if (th.quietBlocks == kQuietBefore + 1 || run->others != others)
    return takeReference(*run, stack, others);
  addReads(*run, t, out);
  ++run->steps;
  if (!run->tooMany && same(*run, stack))
    spin(th, out);
  else if (run->steps >= run->untilReset)
    takeReference(*run, stack, others);
}

namespace {

constexpr unsigned kRegisters = 6;
/// The state at the access that later ones are compared with. Private memory: it lives for one block.
struct Reference {
  const xblock_site *site;
  uint64_t steps, untilReset, low, size;
  uint64_t registers[kRegisters];
  char bytes[QuietRun::kMostStack];
} reference;

} // namespace

void lookForLoop() {
  if (running.looking || !running.exploring)
    return;
  running.slow = running.looking = true;
  reference.site = nullptr;
  reference.steps = 0;
  reference.untilReset = 1;
}

void forgetState() { reference.site = nullptr; }

// What its callers have in registers is either still there or saved above its frame.
__attribute__((noinline)) bool isBackWhereItWas(bool write, const xblock_site *site) {
  uint64_t registers[kRegisters];
  __asm__ volatile("movq %%rbx, 0(%0)\n movq %%rbp, 8(%0)\n movq %%r12, 16(%0)\n movq %%r13, 24(%0)\n"
                   "movq %%r14, 32(%0)\n movq %%r15, 40(%0)\n"
                   :
                   : "r"(registers)
                   : "memory");
  auto low = reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 16;
  uint64_t size = running.stackLow + running.stackSize - low;
  if (write)
    reference.site = nullptr;
  if (size > QuietRun::kMostStack)
    return false;
  if (reference.site == site && reference.low == low && reference.size == size &&
      memcmp(reference.registers, registers, sizeof registers) == 0 &&
      memcmp(reference.bytes, reinterpret_cast<void *>(low), size) == 0)
    return true;
  if (reference.site && ++reference.steps < reference.untilReset)
    return false;
  reference.untilReset = reference.site ? 2 * reference.untilReset : 1;
  reference.steps = 0;
  reference.site = site;
  reference.low = low;
  reference.size = size;
  memcpy(reference.registers, registers, sizeof registers);
  memcpy(reference.bytes, reinterpret_cast<void *>(low), size);
  return false;
}

} // namespace xblock
