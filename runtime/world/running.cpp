#include "world/running.h"

#include "memory/mapping_linux.h"
#include "memory/program_memory.h"
#include "memory/tracked_heap.h"
#include "support/check.h"
#include "world/explorer_switch.h"
#include "world/heap_errors.h"
#include "world/modules_linux.h"
#include "world/output.h"
#include "world/process_world.h"
#include "world/race_events.h"
#include "world/stack_slots.h"
#include "world/strict_memory_linux.h"
#include "world/trace.h"
#include "world/user_regions.h"
#include "world/waiting_loops.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>

namespace xblock {

Running running;
AnyMoment anyMoment;
int runtimeDepth = 1; // the program has not begun
unsigned char xblockRefuseNow = 0;
unsigned char xblockRefuseFiles = 0;
uint64_t xblockLoopState[8] = {};
ProcessSignals processSignals;
alignas(kChunk) ThreadState threadTable[layout::kMaxThreads];
FiberState fiberTable[layout::kMaxThreads];

ThreadName::ThreadName(ThreadId t) {
  if (index(t) == 0)
    strcpy(text, "main");
  else
    snprintf(text, sizeof text, "T%u", index(t));
}

void arrived(FiberContext from);

namespace {

void fiberMain(Arrival arrival) {
  arrived(arrival.from);
  // What the explorer has in registers would lie on the program's stack, and make states differ that are the same (known_blocks.h).
  __asm__ volatile("xorl %%ebx, %%ebx\n xorl %%r12d, %%r12d\n xorl %%r13d, %%r13d\n xorl %%r14d, %%r14d\n xorl %%r15d, %%r15d"
                   :
                   :
                   : "rbx", "r12", "r13", "r14", "r15", "cc");
  ThreadState &t = threadOf(running.thread);
  void *result = t.entry(t.argument);
  change(running.thread).result = result;
  endThread();
}

} // namespace

StackSlots stacks;

namespace {

constexpr uint64_t kLent = layout::kStackGuard / 4 * 3;
bool guarded[layout::kMaxThreads], lent[layout::kMaxThreads];

uint64_t endOfStack(uint32_t thread) { return layout::kStacks + stacks.slot * (thread + 1) - stacks.size; }

void lend(uint32_t thread, bool isLent) {
  lent[thread] = isLent;
  XBLOCK_CHECK(mprotect(reinterpret_cast<void *>(endOfStack(thread) - kLent), kLent, isLent ? PROT_READ | PROT_WRITE : PROT_NONE) == 0);
}

bool isBeyond(uint32_t thread, uint64_t stack) { return stack < endOfStack(thread) && stack >= endOfStack(thread) - layout::kStackGuard; }

/// Who calls this will be suspended, and has more on the stack than there is. What is there is not to be saved; where a schedule is explained, nothing is, and there is more.
[[gnu::cold, gnu::noinline]] void failIfBeyond() {
  constexpr uint64_t kToExplain = 256;
  if (isBeyond(index(running.thread), reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + (running.tracing ? kToExplain : 0)))
    failHereOfOverflow();
}

} // namespace

bool guardsLent = false;

bool lendOfGuard(uint64_t stack) {
  constexpr uint64_t kNear = 4096;
  const uint32_t thread = index(running.thread);
  if (lent[thread] || stack >= endOfStack(thread) + kNear || stack < endOfStack(thread) - layout::kStackGuard)
    return false;
  lend(thread, true);
  guardsLent = running.slow = true;
  return true;
}

void takeGuardsBack() {
  guardsLent = false;
  for (uint32_t i = 0; i < layout::kMaxThreads; ++i) {
    if (!lent[i])
      continue;
    if (isBeyond(i, reinterpret_cast<uint64_t>(fiberTable[i].context)))
      guardsLent = true;
    else
      lend(i, false);
  }
}

ThreadId createThread(void *(*entry)(void *), void *argument) {
  if (scalars.threads == stacks.most()) {
    static char message[200];
    snprintf(message, sizeof message, "more than %u threads in one schedule, with stacks of %lu bytes: %s", stacks.most(), stacks.size,
             stacks.most() < layout::kMaxThreads ? "have the program create fewer, or give a smaller --stack-size"
                                                 : "have the program create fewer");
    unsupported(message, nullptr);
  }
  ThreadId id{scalars.threads++};
  scalars.arenas = std::max(scalars.arenas, scalars.threads);
  ThreadState &t = threadTable[index(id)];
  undoLog.touch(&t, sizeof t);
  ThreadState fresh;
  if (index(id) == 0) { // main ran constructors before
    fresh.atExit = t.atExit;
    fresh.draws = t.draws;
    fresh.clock = t.clock;
    fresh.texts = t.texts;
    memcpy(fresh.keys, t.keys, sizeof t.keys);
  }
  t = fresh;
  t.entry = entry;
  t.argument = argument;
  t.stackLow = layout::kStacks + stacks.slot * index(id);
  t.stackTop = t.stackLow + stacks.slot;
  if (index(id) != 0 && threadLocalSize()) {
    t.locals = reinterpret_cast<uint64_t>(trackedHeap.allocate(index(running.thread), threadLocalSize(), 64));
    undoLog.touch(reinterpret_cast<void *>(t.locals), threadLocalSize());
    initThreadLocals(t.locals);
  }
  if (!guarded[index(id)])
    protect(t.stackLow, stacks.slot - stacks.size);
  guarded[index(id)] = true;
  fiberTable[index(id)] = {};
  if (running.strict)
    guardStackOf(id);
  fiberTable[index(id)].context =
      makeFiber(reinterpret_cast<void *>(t.stackTop), stacks.slot, fiberMain);
  return id;
}

namespace {

[[gnu::cold, gnu::noinline]] void passOverOrRefuse() {
  if (running.cutHeld)
    unsupported("a lock, an atomic access or another step that ends a block in the middle of a function of the C++ library, which "
                "called the program (its own operator new or delete)", nullptr);
  passOver();
}

[[gnu::always_inline]] inline bool blockEndsHere() {
  if (!running.exploring)
    return false;
  if (__builtin_expect((running.atomicDepth | running.cutHeld) != 0, 0))
    return passOverOrRefuse(), false;
  return true;
}

[[gnu::always_inline]] inline void endBlock(Ending ending) {
  if (__builtin_expect(guardsLent, 0))
    failIfBeyond();
  running.out->ending = ending;
  bool known = running.inKnownCall;
  ++xblockLoopState[7];
  switchToExplorer();
  running.inKnownCall = known;
  running.reusable &= known; // what is left of the call belongs to the next block
}

} // namespace

void boundary(Ending ending) {
  if (!blockEndsHere())
    return;
  uint64_t call[std::size(xblockLoopState)];
  memcpy(call, xblockLoopState, sizeof call);
  endBlock(ending);
  memcpy(xblockLoopState, call, sizeof call); // other threads called meanwhile
  xblockLoopState[7] += 2;
}

void boundaryAtReturn(Ending ending) {
  if (blockEndsHere())
    endBlock(ending);
}

bool leavesAtReturn(Ending ending) {
  if (!blockEndsHere())
    return false;
  if (__builtin_expect(!running.inKnownCall | running.followsTrails | running.keepsFrames, 0) || __builtin_expect(runtimeDepth != 0, 0)) {
    endBlock(ending);
    return false;
  }
  running.out->ending = ending;
  ++xblockLoopState[7];
  return true;
}

void boundaryForSpinners() {
  if (!scalars.spinners || !running.exploring || !wroteForSpinners())
    return;
  running.out->cut = {Cut::AfterAccess, accessRecorder.count()};
  boundary(Ending::Split);
}

void boundaryBeforeBlocking() {
  if (__builtin_expect(running.atomicDepth != 0, 0))
    return splitSection();
  boundaryForSpinners();
  if ((running.ran || accessRecorder.any()) && (holdsLock() || running.keptOpen))
    boundary(Ending::Split);
}

void blockOn(Resource r) {
  if (!running.exploring)
    failf(FailureKind::Deadlock, "main waits, and no other thread exists");
  bool point = r.kind == ResourceKind::EndOrCancel || r.kind == ResourceKind::Semaphore || r.kind == ResourceKind::File;
  // A circle of holders would be a deadlock, though a request breaks it.
  if (running.anyMoment && !point && isObserved({ResourceKind::Cancel, index(running.thread)}))
    unsupported("a wait for a lock by a thread that others cancel asynchronously", nullptr);
  if (__builtin_expect(guardsLent, 0))
    failIfBeyond();
  running.out->ending = Ending::Blocked;
  running.out->blockedOn = r;
  if (running.tracing)
    traceBlocked(r);
  switchToExplorer();
  checkFailed("a blocked attempt was resumed", __FILE_NAME__, __LINE__);
}

unsigned choose(unsigned n) {
  auto &decisions = running.out->decisions;
  unsigned taken = decisions.size() < running.choices.size() ? running.choices[decisions.size()] : 0;
  if (taken >= n && !running.replaying)
    unsupported("the program met fewer choices than when the block ran before: it depends on what is not restored", nullptr);
  if (taken >= n)
    fail(FailureKind::Misuse, "the schedule does not fit the program: no such choice", "xblock:schedule");
  decisions.push_back({static_cast<uint16_t>(taken), static_cast<uint16_t>(n)});
  return taken;
}

void cutNow() {
  // Not in the middle of a modelled call, between what it told of and its doing: it ends behind that.
  if (runtimeDepth == 0)
    cutWithin();
}

void cutWithin() {
  if (running.cutHeld || running.inAtomic)
    return;
  running.cutPending = false;
  if (!running.onFiber || !running.exploring)
    return;
  if (running.cutAt) {
    running.out->cut = {Cut::AfterAccess, running.cutAt};
    boundary(Ending::Split);
  }
  if (!running.anyMoment)
    return;
  running.cutPending = runtimeDepth != 0; // then what the runtime does for the program is done first
  if (!running.cutPending)
    anyMoment.come();
}

namespace {

/// A thread that is cancelled between accesses ends as if it had been before those that only read.
bool mayBeCancelledAfter(bool write) { return write && running.anyMoment && !running.replaying; }

/// The block ends after the access just made if its place is promoted, or the given schedule says so, or it must.
void cutAfterThis(uint32_t place, bool must, const xblock_site *site) {
  uint64_t count = accessRecorder.count();
  if (!must && !(running.replaying ? running.given == Cut{Cut::AfterAccess, count}
                                   : std::binary_search(running.promoted.begin(), running.promoted.end(), place)))
    return;
  running.cutPending = true;
  running.cutAt = count;
  running.endSite = site;
}

} // namespace

void noteStrayAccess() {
  if (running.onFiber)
    running.strayAccess = running.slow = true;
}

void checkAccess(const void *p, size_t n, bool write) {
  running.strayAccess = false;
  checkHeapAccess(p, n, write);
}

void checkLength(const void *p, size_t n, bool write) {
  if (!running.onFiber)
    return;
  if (TrackedHeap::contains(p))
    return checkAccess(p, n, write);
  if (readableBytes(p, n) < n) // how many is not told: the explorer's own memory behind them grows
    failf(FailureKind::Signal, "SIGSEGV: %s of %zu bytes%s at %p, where less memory is", write ? "write" : "read", n,
          static_cast<ptrdiff_t>(n) < 0 ? " (a length below 0)" : "", p);
}

__asm__(".pushsection .text.xblock,\"ax\",@progbits\n"
        ".globl xblockSlowAccess\n.hidden xblockSlowAccess\n.type xblockSlowAccess,@function\n"
        "xblockSlowAccess:\n"
        "  xorl %eax, %eax\n  jmp bodySlowAccess\n.popsection\n");

extern "C" __attribute__((visibility("hidden"), used)) void bodySlowAccess(const void *p, size_t n, bool write,
                                                                           const xblock_site *site) {
  constexpr uint64_t kOwn = 256; // of what the runtime has on the stack here; beyond are the program's frames
  if (guardsLent && isBeyond(index(running.thread), reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + kOwn))
    failHereOfOverflow();
  if (running.strayAccess) {
    if (running.tracing)
      tellAccess(write ? "write" : "read", p, n, write, site);
    checkAccess(p, n, write);
  }
  if (!accessRecorder.enabled() || !n)
    return;
  if (running.ignoring)
    return tellAccess("write", p, n, write, site);
  // First: what is computed below must not be in the registers that are compared.
  bool mine = reinterpret_cast<uint64_t>(p) - running.stackLow < running.stackSize;
  bool loop = running.looking && isBackWhereItWas(write && !mine, site) && // in a given schedule: if the block was cut for it
              (!running.replaying || running.given == Cut{Cut::AfterAccess, accessRecorder.count()});
  if (running.tracing | running.verifies)
    tellAccess(write ? "write" : "read", p, n, write, site);
  running.loopSeen |= loop;
  cutAfterThis(placeOf(site), loop || mayBeCancelledAfter(write), site);
}

namespace {

/// Where a call that has no site returns to, as a number of the kind that placeOf gives.
uint32_t placeOf(const void *caller) { return static_cast<uint32_t>(reinterpret_cast<uint64_t>(caller) >> 3); }

} // namespace

void noteFree(void *p, size_t n, const void *caller) {
  if (!n || !running.onFiber || !accessRecorder.enabled())
    return;
  // Not in the middle of a library's function, whose writes before and behind were told of as one.
  if (running.cutPending && isProgramCode(caller)) {
    running.endSite = nullptr; // no step of a loop that changes nothing; and its state was not kept
    cutWithin();
  }
  constexpr size_t kMost = 4096;
  size_t written = n < kMost ? n : kMost;
  uint32_t place = placeOf(caller);
  if (!running.ignoring)
    accessRecorder.write(p, written, place);
  if (running.slow && !running.ignoring) {
    if (running.tracing)
      traceFree(p, written, place);
    cutAfterThis(place, mayBeCancelledAfter(true), nullptr);
  }
  uint64_t key = reinterpret_cast<uint64_t>(p) >> 3;
  addEvent({.kind = RaceEvent::Kind::Free, .key = key, .count = static_cast<uint32_t>((n + 7) / 8)});
}

void endThread() {
  if (running.cutPending) {
    running.endSite = nullptr; // as in noteFree
    cutWithin();
  }
  runtimeDepth = 1;
  change(running.thread).life.end();
  const uint64_t end = resourceKey({ResourceKind::ThreadEnd, index(running.thread)});
  running.out->data.add(end, 0, 1); // who only looks comes before or after
  if (output.length() != running.outputBefore)
    running.out->sync.add(end, 0, 1); // the program may end without it
  running.out->ending = running.exploring ? Ending::Death : Ending::ProcessEnd;
  switchToExplorer();
  checkFailed("what was over was resumed", __FILE_NAME__, __LINE__);
}

void endProcess() {
  runtimeDepth = 1;
  running.out->ending = Ending::ProcessEnd;
  switchToExplorer();
  checkFailed("what was over was resumed", __FILE_NAME__, __LINE__);
}

} // namespace xblock
