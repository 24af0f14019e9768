//===- running.h - the block that runs now, seen from inside the program --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What intercepts and hooks call on the fiber of the running thread. Functions that end the block switch to the
// explorer; they return when the thread runs its next block, or never ([[noreturn]]).
//
// Invariants
//  1. runtimeDepth > 0 exactly while code of the runtime runs: allocations made then are private. A function of an
//     intercept opens a RuntimeScope and closes it before it calls the program.
//  2. Before the second thread exists (exploring is false) no block ends and nothing is recorded.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "memory/access_recorder.h"
#include "memory/undo_log.h"
#include "world/leaks.h"
#include "world/thread_table.h"
#include "xblock/abi.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace xblock {

/// What the verdict must say of any schedule that ran, here or in another process: remarks.h passes
/// on each of them.
struct Remarks {
  bool timeoutsBounded = false; ///< a timed wait could not expire because of it, in any schedule
  bool spuriousBounded = false; ///< a wait could not end for nothing once more, in any schedule
  bool triesBounded = false;    ///< a thread went no further because of it, in any schedule
  bool actedAtOnce = false; ///< a request acted where it could have acted later, in any schedule
  bool printsAsked = false; ///< a thread that others cancel wrote by stdio, in any schedule
  bool allocationFailuresBounded =
      false;               ///< an allocation could not fail because of it, in any schedule
  bool marked = false;     ///< xblock_begin() was called, in any schedule
  bool ranOutside = false; ///< a block outside the marks ran, in any schedule
  bool ignoredAny = false,
       heldTogetherAny = false; ///< as ignoredSome and heldTogether, in any schedule
  bool handedOver = false;      ///< xblock_happens_after() was called, in any schedule
  const void *callerWithoutHooks =
      nullptr;                 ///< in code of the program, which took a lock, in any schedule
  bool ownLocks = false;       ///< xblock_lock_acquired() was, in any schedule
  bool locksReplaced = false;  ///< xblock_lock_instead() or one like it was, in any schedule
  bool trusted = false;        ///< a block did not end where a lock was given back, in any schedule
  bool leaksLookedFor = false; ///< in a schedule, though there is much to look at
  bool leaksSkipped = false;   ///< not so in another one
};

/// What is as here where a block begins. Together, so that it takes a few stores.
struct BlockState {
  const xblock_site *endSite = nullptr; ///< the block ended in a visible step that a waiting loop may consist of
  uint64_t cutAt = 0;          ///< AccessRecorder::count() when the block was cut (Running::cutPending); 0 if it was not
  uint64_t outputBefore = 0;   ///< how much was printed before the block
  size_t flushed = 0;          ///< recorded accesses that are events already
  uint32_t nestedAcquires = 0; ///< that refinement could end the block at
  uint32_t asked = 0;          ///< how often it asked to write under locks that prefer writers
  uint32_t points = 0;         ///< cancellation points
  uint32_t atomicDepth = 0;    ///< of xblock_atomic_begin()
  uint32_t objectCount = 0;    ///< synchronisation objects that steps of a known kind used
  bool ran = false;            ///< the block did something visible to the model already
  bool reusable = true;        ///< all that the block did has inputs that are known (known_blocks.h)
  bool keptOpen = false;       ///< it gave back a lock that --trust names: it may not be taken back because it has to wait
  bool clockSeen = false, timePassed = false; ///< the block looked at the clock of its thread; advanced it
  bool loopSeen = false;       ///< the block is a loop of plain reads, and was cut in it
  bool looking = false;        ///< the block repeats accesses without end: is it a loop that changes nothing?
  bool strayAccess = false;    ///< the last access noted is of heap memory in no live block
  bool leaked = false;         ///< the program ended, and fails because of leaks
  bool cutHeld = false;        ///< not yet: in the middle of a modelled function
  bool inAtomic = false;       ///< nor in the middle of an atomic access, which a function of libatomic may make
};

struct Running : Remarks, BlockState {
  ThreadId thread{};
  uint64_t stackLow = 0, stackSize = 0; ///< of that thread: its own stack is saved whole, not by chunks
  Outcome *out = nullptr;
  std::span<const uint16_t> choices;
  uint64_t block = 0;     ///< counts blocks begun
  std::vector<LockEdge> edges;     ///< sorted: a block ends before the inner acquire (boundary refinement)
  std::vector<Resource> observed;  ///< sorted: locks on which try-locks are made; a block ends right after it takes one
  Cut given;                       ///< a given schedule runs: the block ends there, and nowhere else
  std::vector<uint32_t> promoted;  ///< sorted places: a block ends right after a plain access there
  bool anyMoment = false;          ///< the thread is cancelled asynchronously, and asked: each write ends its block
  bool replaying = false;          ///< `given` counts, edges, promoted and observed do not
  struct {                         ///< looked at together by each hook (looksAtEach)
    alignas(2) bool cutPending = false; ///< it was, or the thread may be cancelled now: cutNow() before whatever comes next
    bool slow = false;             ///< each plain access is looked at: traced, counted, perhaps the last of its block
  };
  bool looksAtEach() const {
    uint16_t both;
    __builtin_memcpy(&both, &cutPending, sizeof both);
    return both != 0;
  }
  /// Sets them by one store: a load of both waits for two.
  void lookAtEach(bool cut, bool slowly) {
    auto both = static_cast<uint16_t>(cut | slowly << 8);
    __builtin_memcpy(&cutPending, &both, sizeof both);
  }
  bool recordEvents = false;       ///< Outcome::events are wanted
  bool recordWaits = false;        ///< Outcome::wanted and ordered are
  bool inKnownCall = false; ///< what was called last is a step of that kind, or an access
  struct {
    uint64_t low, size;
  } objects[8];
  bool endsBeforeNested = false; ///< blocks end before each lock that is taken by who holds one (--policy=concj, plugin)
  bool refines = true;    ///< the search learns of boundaries: not under the modes as published
  bool exploring = false; ///< a second thread was created, or the program made a choice
  bool ignoring = false;  ///< between xblock_ignore_begin() and xblock_ignore_end()
  bool ignoredSome = false;     ///< in the block
  bool heldTogether = false;    ///< a boundary was passed over in the section
  bool filesModelled = false; ///< or a socket before: files are the model's
  bool onFiber = false;   ///< the program runs, not the explorer
  uint64_t mostTimeouts = 1;             ///< --timeouts
  bool spurious = false;                 ///< --spurious
  uint64_t mostTries = 1;                ///< --failed-tries
  bool preferWriters = false;            ///< --prefer-writers
  uint64_t mostAllocationFailures = 0;   ///< --fail-malloc
  bool fromMark = false, toMark = false; ///< --from=mark, --to=mark
  /// --trust: whether it names who takes a lock now, at `site`; null if it names nobody.
  bool (*trusts)(const xblock_site *site) = nullptr;
  bool trustedRelease = false; ///< of the lock given back last
  Leaks leaks = Leaks::Auto;   ///< --leaks
  bool verifies = false;  ///< --verify-restore
  bool reuses = false;    ///< --reuse=blocks
  bool wantsStrict = false; ///< --memory=strict
  bool strict = false;    ///< the same, and threads are explored
  bool foreignWrites = false; ///< and one was seen: blocks that are run again need not do the same
  bool keepsFrames = false; ///< a schedule is explained, or begins: whose frames objects on stacks
                            ///< are in (stack_frames.h)
  bool followsTrails = false; ///< where blocks end, and take locks, is wanted (trails.h)
  bool tracing = false;   ///< events are recorded, to explain a schedule
  uint64_t mostSteps = 0; ///< of an explained schedule, that are told with their values (steps.h)
};
extern Running running;
/// rbx, rbp, r12 to r15 and the stack pointer of the running thread as it called the runtime last (XBLOCK_KEEP_STATE); and
/// twice the number of blocks that ended in this call, one more at the end of a block: another place in it is another state.
extern "C" uint64_t xblockLoopState[8];
extern int runtimeDepth;
/// Not 0 while program threads run under exploration: refused functions stop the run.
extern "C" unsigned char xblockRefuseNow;
/// The same of what works on files or processes: not 0 also from when files are the model's.
extern "C" unsigned char xblockRefuseFiles;

/// What is called now is nothing that known_blocks.h knows: neither is the block, nor, if the call ends it, the next one.
inline void callUnknown() { running.reusable = running.inKnownCall = false; }

class RuntimeScope {
public:
  enum Of {
    Known,   ///< a step of the program of which all inputs are known (known_blocks.h)
    Internal ///< no step of the program: allocations of the runtime's own
  };
  RuntimeScope() {
    ++runtimeDepth;
    callUnknown();
  }
  explicit RuntimeScope(Of of) {
    ++runtimeDepth;
    running.inKnownCall |= of == Known;
  }
  ~RuntimeScope() { --runtimeDepth; }
  RuntimeScope(const RuntimeScope &) = delete;
  RuntimeScope &operator=(const RuntimeScope &) = delete;
};

/// The hook path: the running thread is about to write [p, p + n). Or the explorer is, by a template's copy that the program has,
/// and nothing of its own is to be rolled back.
inline void touch(const void *p, size_t n) {
  if (reinterpret_cast<uint64_t>(p) - running.stackLow >= running.stackSize && running.onFiber)
    undoLog.touch(p, n);
}
/// The number of a site in the search (RaceEvent::place, World::promote): sites are 8-byte aligned, and lie within one
/// library, or the executable, closer than 32 GiB.
inline uint32_t placeOf(const xblock_site *site) { return static_cast<uint32_t>(reinterpret_cast<uint64_t>(site) >> 3); }

/// An access was promoted, or the block is cut by a given schedule: it ends before whatever comes next. A thread that is
/// cancelled asynchronously may not return. In a call of the runtime, not yet.
void cutNow();
/// There too: nothing was told of that is not done.
void cutWithin();
/// What the intercepts do there: whether a request acts on the running thread, and acting on it.
struct AnyMoment {
  bool (*isOne)(ThreadId); ///< that others may cancel at any moment
  void (*come)();
};
extern AnyMoment anyMoment;
/// Of the access recorder: the access was stray. It is looked at as in slow mode.
void noteStrayAccess();
/// In slow mode: counts and traces a plain access, and cuts the block after it. What lies on its stack is compared to see
/// whether a loop is back where it was: it begins in assembler, with nothing of the runtime's in what it pushes.
extern "C" void xblockSlowAccess(const void *p, size_t n, bool write, const xblock_site *site);
inline void slowAccess(const void *p, size_t n, bool write, const xblock_site *site) { xblockSlowAccess(p, n, write, site); }
/// The running thread gives the n bytes at p back, in a call that returns to `caller`: a write of them all, as far as the
/// first 4 KiB, after which they are no variables any more.
void noteFree(void *p, size_t n, const void *caller);

/// Of so many bytes it is asked first whether they are memory: a length below 0 is more, and to record them would have no end.
constexpr size_t kManyBytes = size_t{1} << 30;
/// Fails if not all of what is about to be accessed is memory.
void checkLength(const void *p, size_t n, bool write);
inline void noteRead(const void *p, size_t n, const xblock_site *site) {
  if (__builtin_expect(running.cutPending, 0))
    cutNow();
  if (__builtin_expect(n >= kManyBytes, 0))
    checkLength(p, n, false);
  accessRecorder.read(p, n, placeOf(site));
  if (__builtin_expect(running.slow, 0))
    slowAccess(p, n, false, site);
}
/// Fails if the access just noted is none that the heap allows.
void checkAccess(const void *p, size_t n, bool write);
/// The same of a synchronisation object, which an intercept reads and changes; fails if no live block has it.
inline void touchObject(const void *p, size_t n) {
  touch(p, n);
  auto at = reinterpret_cast<uint64_t>(p), end = (at & 7) + n;
  if (__builtin_expect(!heapAllows(at & ~uint64_t{7}, end < 8 ? static_cast<unsigned>(end) : 8), 0))
    checkAccess(p, n, true);
}
/// An atomic access, or one that stands for a synchronisation object's: conflicts.
inline void noteAtomicRead(const void *p, size_t n) {
  accessRecorder.readSync(p, n);
  if (__builtin_expect(running.strayAccess, 0))
    checkAccess(p, n, false);
}
inline void noteAtomicWrite(const void *p, size_t n) {
  touch(p, n);
  accessRecorder.writeSync(p, n);
  if (__builtin_expect(running.strayAccess, 0))
    checkAccess(p, n, true);
}
inline void noteWrite(const void *p, size_t n, const xblock_site *site) {
  if (__builtin_expect(running.cutPending, 0))
    cutNow();
  if (__builtin_expect(n >= kManyBytes, 0))
    checkLength(p, n, true);
  touch(p, n);
  accessRecorder.write(p, n, placeOf(site));
  if (__builtin_expect(running.slow, 0))
    slowAccess(p, n, true, site);
}

/// Of an access that the program made by a call of which the place is not known: it is looked at for races.
inline constexpr xblock_site kUnknownPlace{"", "", 0, 0};

/// Ends the block (Exit, Split); returns at the start of the thread's next one. Does nothing before exploring, nor in an
/// atomic section of the program.
void boundary(Ending ending);
/// The same as the last that a call of the program does, but for returning.
void boundaryAtReturn(Ending ending);
/// The same, but that it may leave it to the caller: true if that is to end it by leaveAtReturn() (explorer_switch.h).
bool leavesAtReturn(Ending ending);
/// Ends it right before an operation that could block on something that is no mutex, if a lock is held.
void boundaryBeforeBlocking();
/// Ends the block right before an operation that may block, if it wrote what a waiting loop reads: the attempt would be
/// undone, and the loop never see it.
void boundaryForSpinners();
/// The thread cannot go on without r: back to the start of the block.
[[noreturn]] void blockOn(Resource r);
/// A decision with n ways.
unsigned choose(unsigned n);
/// The schedule fails here. site may be null; key tells distinct failures of a kind apart.
[[noreturn]] void fail(FailureKind kind, const char *message, const char *key);
/// The same, with the key made of kind, words and the innermost place in the program.
[[noreturn]] void failAt(FailureKind kind, const char *message, const char *words);
/// printf-like, with the key equal to kind and message and the innermost site.
[[noreturn]] __attribute__((format(printf, 2, 3))) void failf(FailureKind kind, const char *format, ...);
/// The program did what is not modelled.
[[noreturn]] void unsupported(const char *what, const xblock_site *site);
/// Where a signal came.
struct Interrupted {
  uint64_t pc, stack;
};
/// From a signal handler, whose stack is left for good.
[[noreturn]] void failFromHandler(FailureKind kind, const char *message, Interrupted at);
[[noreturn]] void failOfOverflow(Interrupted at);
/// The same from the program's own call.
[[noreturn]] void failHereOfOverflow();
[[noreturn]] void unsupportedFromHandler(const char *message, Interrupted at);
/// The thread, resp. the program, ended.
[[noreturn]] void endThread();
[[noreturn]] void endProcess();

/// First in an intercept: the block may end here (cutNow). Where the intercepted call stands, once: null if an
/// uninstrumented caller made it.
inline const xblock_site *takeSite() {
  const xblock_site *s = __xblock_call_site; // before the block can end: the next one overwrites it
  __xblock_call_site = nullptr;
  if (__builtin_expect(running.cutPending, 0))
    cutNow();
  callUnknown();
  return s;
}
/// The same in one of which all inputs are known.
inline const xblock_site *takeKnownSite() {
  const xblock_site *s = __xblock_call_site;
  __xblock_call_site = nullptr;
  running.inKnownCall = true;
  if (__builtin_expect(running.cutPending, 0))
    cutNow();
  return s;
}
/// Such a step uses the n bytes at p, aligned to 8: all of them are inputs.
inline void noteKnownObject(const void *p, size_t n) {
  if (running.objectCount && running.objects[running.objectCount - 1].low == reinterpret_cast<uint64_t>(p))
    return;
  if (running.objectCount == std::size(running.objects)) {
    running.reusable = false;
    return;
  }
  running.objects[running.objectCount++] = {reinterpret_cast<uint64_t>(p), n};
}

void beforeNestedAcquire(Resource lock, Resource second);
/// It is about to wait for w, holding its locks but `except`.
void noteWantedNow(Resource w, Resource except);
inline void noteWanted(Resource w, Resource except = {}) {
  if (running.recordWaits)
    noteWantedNow(w, except);
}
inline bool holdsLock() { return threadOf(running.thread).heldCount != 0; }
/// A block that did not end where a lock was given back (--trust) ends before a lock that it would have to wait for: taken back
/// to before the lock that it gave back, it would keep from others what they may wait for.
void endBeforeTaken(Resource lock, Resource second);
/// The running thread is about to take a lock it does not hold, and needs `second` too: for the wait-for graph, and a refined
/// boundary.
inline void beforeAcquire(Resource lock, Resource second = {}) {
  if (__builtin_expect(running.keptOpen, 0))
    endBeforeTaken(lock, second);
  if (holdsLock())
    beforeNestedAcquire(lock, second);
  noteWanted(lock);
  if (second != Resource{})
    noteWanted(second);
}
/// Locks of the running thread; of a reader-writer lock RwLock if it writes, RwReaders if it reads. noteHeld: it took one that
/// it did not hold, perhaps with a try-lock; if not, afterAcquire() comes last of all in the intercept.
void noteHeld(Resource lock, const xblock_site *site, bool tried = false);
void cutAfterAcquire(Resource lock);
inline void afterAcquire(Resource lock) {
  if (__builtin_expect(running.replaying || running.anyMoment || !running.observed.empty(), 0))
    cutAfterAcquire(lock);
}
void noteReleased(Resource lock);
/// It takes a lock, which is free, for what it does next, and gives it back before the block ends. True: others look whether it is
/// taken, and the block must end right here, with the lock held (noteReleased comes behind).
bool noteTakenWithin(Resource lock, const xblock_site *site);
/// It asks to write under a lock that prefers writers, and holds `waiting` (waitingOf) until it can, or gives up; afterAcquire()
/// comes next.
void noteAsked(Resource waiting, const xblock_site *site);
/// Whether threads try to take it, or ask the thread to end (World::observe).
bool isAmongObserved(Resource r);
inline bool isObserved(Resource r) { return !running.observed.empty() && isAmongObserved(r); }
/// Last in a call: ends the block after it, unless --trust names who took the lock. Not after a wait, which always ends it. `site`: of a step
/// that a waiting loop may consist of; else null.
void endAtRelease(const xblock_site *site);
/// The same as leavesAtReturn().
bool leavesAtRelease(const xblock_site *site);
/// The running thread looks at once or a static's guard that another thread is done with: it could have had to wait.
void noteDone(Resource lock);
/// Whether noteSend was called for the object at p, in any schedule.
bool wasSent(const void *p);
/// For the order of plain accesses among threads (RaceEvent): what was done so far comes before all
/// that `thread` does, which was created, resp. that `to` does next; the end of `of` was waited
/// for; what was sent to the object at p comes before what follows; and is sent.
void noteCreated(ThreadId thread);
void noteHand(ThreadId to);
void noteJoined(ThreadId of);
/// The same of one that was only looked at: it might have been found running.
void noteSeenEnd(ThreadId of);
void noteReceive(const void *p);
void noteSend(const void *p);
/// What was done so far is sent to r, beside what others sent; what was sent to r comes before what follows.
void notePost(Resource r);
void noteTake(Resource r);
/// The running thread knows what those before it had done as they came to r, and those after it will know of it.
void noteMeeting(Resource r);
/// An atomic access, which orders others and races with plain ones; a fence.
void noteAtomic(const void *p, size_t n, bool reads, bool writes, Order order, const xblock_site *site);
void noteFence(Order order);
/// The rest of the block's accesses, as events.
void flushAccesses();
/// A try-lock was made on it, and took it or found it taken; the block ends next.
void noteTried(Resource lock, bool taken);
/// The same of a reader-writer lock; `first`: writers are preferred.
void noteTriedReading(Resource lock, bool taken, bool first);
void noteTriedWriting(Resource lock, bool taken);
/// The block used condition variable c.
void noteCondition(Resource c);

/// An event for the explained schedule ("lock", "start T1"), about the object at `object` (null if none).
void traceEventNow(const char *verb, const void *object, const xblock_site *site);
inline void traceEvent(const char *verb, const void *object, const xblock_site *site) {
  if (__builtin_expect(running.tracing, 0))
    traceEventNow(verb, object, site);
}
/// A compare-exchange of the n bytes at p is to come, which is told of when it is done.
[[gnu::cold]] void traceBefore(const void *p, size_t n);
/// An event about a thread.
void traceThread(const char *verb, ThreadId other, const xblock_site *site);

} // namespace xblock
