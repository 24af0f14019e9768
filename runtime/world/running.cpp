#include "world/running.h"

#include "memory/mapping_linux.h"
#include "memory/tracked_heap.h"
#include "support/check.h"
#include "sync/condition.h"
#include "world/explorer_switch.h"
#include "world/held_locks.h"
#include "world/modules_linux.h"
#include "world/output.h"
#include "world/process_world.h"
#include "world/trace.h"
#include "world/waiting_loops.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <mutex>

namespace xblock {

Running running;
int runtimeDepth = 1; // the program has not begun
unsigned char xblockRefuseNow = 0;
uint64_t xblockLoopState[7] = {};
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
  ThreadState &t = threadOf(running.thread);
  void *result = t.entry(t.argument);
  change(running.thread).result = result;
  endThread();
}

} // namespace

ThreadId createThread(void *(*entry)(void *), void *argument) {
  if (scalars.threads == layout::kMaxThreads)
    unsupported("more than 2000 threads in one schedule", nullptr);
  ThreadId id{scalars.threads++};
  ThreadState &t = threadTable[index(id)];
  undoLog.touch(&t, sizeof t);
  ThreadState fresh;
  if (index(id) == 0) { // main ran constructors before
    fresh.atExit = t.atExit;
    memcpy(fresh.keys, t.keys, sizeof t.keys);
  }
  t = fresh;
  t.entry = entry;
  t.argument = argument;
  t.stackLow = layout::kStacks + layout::kStackSlot * index(id);
  t.stackTop = t.stackLow + layout::kStackSlot;
  if (index(id) != 0 && threadLocalSize()) {
    t.locals = reinterpret_cast<uint64_t>(trackedHeap.allocate(index(running.thread), threadLocalSize(), 64));
    undoLog.touch(reinterpret_cast<void *>(t.locals), threadLocalSize());
    initThreadLocals(t.locals);
  }
  static bool guarded[layout::kMaxThreads];
  if (!guarded[index(id)])
    protect(t.stackLow, layout::kStackGuard);
  guarded[index(id)] = true;
  fiberTable[index(id)] = {};
  fiberTable[index(id)].context =
      makeFiber(reinterpret_cast<void *>(t.stackTop), layout::kStackSlot, fiberMain);
  return id;
}

void boundary(Ending ending) {
  if (!running.exploring)
    return;
  running.out->ending = ending;
  switchToExplorer();
}

void boundaryForSpinners() {
  if (!scalars.spinners || !running.exploring || !wroteForSpinners())
    return;
  running.out->cut = {Cut::AfterAccess, accessRecorder.count()};
  boundary(Ending::Split);
}

void boundaryBeforeBlocking() {
  boundaryForSpinners();
  if ((running.ran || accessRecorder.any()) && holdsLock())
    boundary(Ending::Split);
}

void blockOn(Resource r) {
  if (!running.exploring)
    failf(FailureKind::Deadlock, "main waits, and no other thread exists");
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
  if (taken >= n)
    fail(FailureKind::Misuse, "the schedule does not fit the program: no such choice", "xblock:schedule");
  decisions.push_back({static_cast<uint16_t>(taken), static_cast<uint16_t>(n)});
  return taken;
}

// Near enough to the program: equality of all the bytes from here on decides.
__attribute__((noinline)) void keepLoopState() {
  __asm__ volatile("movq %%rbx, 0(%0)\n movq %%rbp, 8(%0)\n movq %%r12, 16(%0)\n movq %%r13, 24(%0)\n"
                   "movq %%r14, 32(%0)\n movq %%r15, 40(%0)\n"
                   :
                   : "r"(xblockLoopState)
                   : "memory");
  xblockLoopState[6] = reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 16;
}

void cutNow() {
  keepLoopState();
  running.cutPending = false;
  if (!running.onFiber || !running.exploring)
    return;
  running.out->cut = {Cut::AfterAccess, running.cutAt};
  boundary(Ending::Split);
}

namespace {

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

void addEvent(const RaceEvent &event) {
  if (!running.recordEvents)
    return;
  flushAccesses();
  RuntimeScope scope;
  running.out->events.push_back(event);
}

/// Apart from the keys of memory, and of locks.
uint64_t messageKey(uint64_t address) { return address | uint64_t{1} << 62; }
uint64_t messageKey(const void *p) { return messageKey(reinterpret_cast<uint64_t>(p)); }

} // namespace

void slowAccess(const void *p, size_t n, bool write, const xblock_site *site) {
  if (!accessRecorder.enabled() || !n)
    return;
  // First: what is computed below must not be in the registers that are compared.
  bool mine = reinterpret_cast<uint64_t>(p) - running.stackLow < running.stackSize;
  bool loop = running.looking && isBackWhereItWas(write && !mine, site);
  if (running.tracing)
    traceAccess(write ? "write" : "read", p, n, write, site);
  running.loopSeen |= loop;
  cutAfterThis(placeOf(site), loop, site);
}

namespace {

/// Where a call that has no site returns to, as a number of the kind that placeOf gives.
uint32_t placeOf(const void *caller) { return static_cast<uint32_t>(reinterpret_cast<uint64_t>(caller) >> 3); }

} // namespace

void noteFree(void *p, size_t n, const void *caller) {
  if (!n || !running.onFiber || !accessRecorder.enabled())
    return;
  if (running.cutPending)
    cutNow();
  constexpr size_t kMost = 4096;
  size_t written = n < kMost ? n : kMost;
  uint32_t place = placeOf(caller);
  accessRecorder.write(p, written, place);
  if (running.slow) {
    if (running.tracing)
      traceFree(p, written, place);
    cutAfterThis(place, false, nullptr);
  }
  uint64_t key = reinterpret_cast<uint64_t>(p) >> 3;
  addEvent({.kind = RaceEvent::Kind::Free, .key = key, .count = static_cast<uint32_t>((n + 7) / 8)});
}

namespace {

/// Objects that noteSend was called for, in any schedule. A plain read of one is how compiled code looks at the guard of a
/// static variable before it calls __cxa_guard_acquire: it comes after what was sent. Sorted.
std::vector<uint64_t> sentObjects;

/// Where std::call_once leaves its function for the library, in thread_local variables of libstdc++, which are not of the
/// program: its threads share them, each right before it uses them.
bool isOfCallOnce(uint64_t granule) {
  return granule == reinterpret_cast<uint64_t>(&std::__once_callable) ||
         granule == reinterpret_cast<uint64_t>(&std::__once_call);
}

bool isSentObject(uint64_t address) {
  return std::binary_search(sentObjects.begin(), sentObjects.end(), address);
}

} // namespace

void flushAccesses() {
  if (!running.recordEvents)
    return;
  RuntimeScope scope;
  Outcome &out = *running.out;
  auto recorded = accessRecorder.recorded();
  if (running.flushed != recorded.size()) {
    LockList locks = listLocks(running.thread, out);
    for (; running.flushed < recorded.size(); ++running.flushed) {
      const RecordedAccess &a = recorded[running.flushed];
      if (a.place && isOfCallOnce(a.granule))
        continue;
      if (a.place && (a.reads & 1) && isSentObject(a.granule))
        out.events.push_back({.kind = RaceEvent::Kind::Receive, .key = messageKey(a.granule)});
      else if (a.place)
        out.events.push_back({.kind = RaceEvent::Kind::Access,
                              .reads = a.reads,
                              .writes = a.writes,
                              .key = a.granule >> 3,
                              .place = a.place,
                              .locksBegin = locks.begin,
                              .locksShared = locks.shared,
                              .locksEnd = locks.end});
    }
  }
  accessRecorder.newSegment();
}

void noteHand(ThreadId to) { addEvent({.kind = RaceEvent::Kind::Hand, .thread = to}); }
void noteJoined(ThreadId of) {
  running.out->joined.push_back(of);
  addEvent({.kind = RaceEvent::Kind::Join, .thread = of});
}
void noteReceive(const void *p) { addEvent({.kind = RaceEvent::Kind::Receive, .key = messageKey(p)}); }
void noteSend(const void *p) {
  addEvent({.kind = RaceEvent::Kind::Send, .key = messageKey(p)});
  auto address = reinterpret_cast<uint64_t>(p);
  auto at = std::lower_bound(sentObjects.begin(), sentObjects.end(), address);
  if (at != sentObjects.end() && *at == address)
    return;
  RuntimeScope scope;
  sentObjects.insert(at, address);
}
void notePost(Resource r) { addEvent({.kind = RaceEvent::Kind::Send, .shared = true, .key = resourceKey(r)}); }
void noteTake(Resource r) { addEvent({.kind = RaceEvent::Kind::Receive, .key = resourceKey(r)}); }
void noteMeeting(Resource r) {
  noteTake(r);
  addEvent({.kind = RaceEvent::Kind::Send, .key = resourceKey(r)});
}
void noteFence(Order order) { addEvent({.kind = RaceEvent::Kind::Fence, .order = order}); }

void noteAtomic(const void *p, size_t n, bool reads, bool writes, Order order, const xblock_site *site) {
  if (running.tracing)
    traceAccess(!writes ? "atomic load" : !reads ? "atomic store" : "atomic update", p, n, writes, site);
  if (!running.recordEvents || !accessRecorder.enabled())
    return;
  auto address = reinterpret_cast<uint64_t>(p);
  const uint64_t begin = address, end = address + n;
  // Four bytes each: libstdc++ counts shared owners in halves of a word that it also reads as a whole.
  if (reads)
    for (uint64_t part = begin; part < end; part += 4)
      addEvent({.kind = RaceEvent::Kind::Load, .order = order, .key = messageKey(part)});
  for (; address < end; address = (address | 7) + 1) {
    uint64_t here = std::min(end, (address | 7) + 1) - address;
    auto mask = static_cast<uint8_t>(((1u << here) - 1) << (address & 7));
    RuntimeScope scope;
    LockList locks = listLocks(running.thread, *running.out);
    addEvent({.kind = RaceEvent::Kind::Access,
              .reads = reads ? mask : uint8_t{0},
              .writes = writes ? mask : uint8_t{0},
              .atomic = true,
              .key = address >> 3,
              .place = placeOf(site),
              .locksBegin = locks.begin,
              .locksShared = locks.shared,
              .locksEnd = locks.end});
  }
  if (writes)
    for (uint64_t part = begin; part < end; part += 4)
      addEvent({.kind = RaceEvent::Kind::Store, .shared = reads, .order = order, .key = messageKey(part)});
}

namespace {

/// From here on the block ends in a failure, and is cut nowhere else: walking over a stack calls what is intercepted.
void beginToFail() {
  runtimeDepth = 1;
  running.cutPending = false;
}

void setFailure(FailureKind kind, const char *message, const char *key) {
  Failure &f = running.out->failure;
  running.out->ending = Ending::Failed;
  f.kind = kind;
  f.message = message;
  f.key = std::string(name(kind)) + ":" + key;
  f.thread = running.thread;
}

/// The place tells failures with the same words apart.
void failWith(FailureKind kind, const char *message, const RawStack &stack) {
  std::string key = message;
  for (unsigned i = 0; i < stack.count; ++i)
    if (isProgramCode(reinterpret_cast<void *>(stack.pc[i]))) {
      key += "@" + std::to_string(stack.pc[i]);
      break;
    }
  setFailure(kind, message, key.c_str());
  failedStack = stack;
}

} // namespace

void fail(FailureKind kind, const char *message, const char *key) {
  beginToFail();
  setFailure(kind, message, key);
  failedStack = stackHere(1);
  switchToExplorer();
  __builtin_unreachable();
}

void failf(FailureKind kind, const char *format, ...) {
  beginToFail();
  static char message[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  failWith(kind, message, stackHere(1));
  switchToExplorer();
  __builtin_unreachable();
}

namespace {

/// The failure that a signal handler found, while it walks over the stack.
struct FromHandler {
  FailureKind kind;
  const char *message;
  Interrupted at;
  RawStack stack;
  bool walks;
} fromHandler;

[[noreturn]] void endFromHandler() {
  auto &[kind, message, at, here, walks] = fromHandler;
  walks = false;
  // Without the frames of the handler; a jump to nowhere leaves no frame, but where it came from.
  unsigned first = 0;
  while (first < here.count && here.pc[first] != at.pc)
    ++first;
  here.count -= first;
  memmove(here.pc, here.pc + first, here.count * sizeof here.pc[0]);
  if (here.count < 2 && at.stack - running.stackLow < running.stackSize - sizeof(uint64_t))
    here.pc[here.count++] = *reinterpret_cast<uint64_t *>(at.stack) - 1;
  failWith(kind, message, here);
  leaveFiberForGood();
}

} // namespace

void failFromHandler(FailureKind kind, const char *message, Interrupted at) {
  beginToFail();
  fromHandler = {kind, message, at, {}, true};
  walkStack(fromHandler.stack, 1);
  endFromHandler();
}

void goOnWithFailure() {
  if (fromHandler.walks)
    endFromHandler();
}

void unsupported(const char *what, const xblock_site *site) {
  beginToFail();
  static char message[1024];
  if (site && site->line)
    snprintf(message, sizeof message, "%s at %s:%u in %s", what, site->file, site->line, site->function);
  else if (site)
    snprintf(message, sizeof message, "%s in %s (%s)", what, site->function, site->file);
  else
    snprintf(message, sizeof message, "%s", what);
  setFailure(FailureKind::Misuse, message, message);
  running.out->ending = Ending::Unsupported;
  failedStack = stackHere(1);
  switchToExplorer();
  __builtin_unreachable();
}

void endThread() {
  if (running.cutPending)
    cutNow();
  runtimeDepth = 1;
  change(running.thread).life.end();
  running.out->ending = running.exploring ? Ending::Death : Ending::ProcessEnd;
  switchToExplorer();
  __builtin_unreachable();
}

void endProcess() {
  runtimeDepth = 1;
  running.out->ending = Ending::ProcessEnd;
  switchToExplorer();
  __builtin_unreachable();
}

void noteWanted(Resource w, Resource except) {
  const ThreadState &t = threadOf(running.thread);
  running.out->wanted.push_back(w);
  for (uint32_t i = 0; i < t.heldCount; ++i)
    if (t.held[i].lock != except)
      running.out->ordered.push_back({t.held[i].lock, w});
}

namespace {

bool isRefined(LockEdge edge) { return std::binary_search(running.edges.begin(), running.edges.end(), edge); }

} // namespace

void beforeAcquire(Resource lock, Resource second) {
  const ThreadState &t = threadOf(running.thread);
  if (t.heldCount && (running.ran || accessRecorder.any())) {
    ++running.nestedAcquires;
    bool cut = false;
    if (running.replaying)
      cut = running.given == Cut{Cut::BeforeAcquire, running.nestedAcquires};
    else
      for (uint32_t i = 0; i < t.heldCount && !running.edges.empty() && !cut; ++i)
        cut = isRefined({t.held[i].lock, lock}) || isRefined({t.held[i].lock, second});
    if (cut) {
      running.out->cut = {Cut::BeforeAcquire, running.nestedAcquires};
      boundary(Ending::Split);
    }
  }
  noteWanted(lock);
  if (second != Resource{})
    noteWanted(second);
}

void noteHeld(Resource lock, const xblock_site *site, bool tried) {
  bool reads = lock.kind == ResourceKind::RwReaders;
  addEvent({.kind = RaceEvent::Kind::Acquire, .shared = reads, .key = resourceKey(wholeLock(lock))});
  ThreadState &t = change(running.thread);
  if (t.heldCount == kMaxHeld)
    unsupported("more than 48 locks held by one thread", site);
  changeHeld(running.thread, t.heldCount) = {lock, running.block, running.trusts && running.trusts(site), 1, site};
  ++t.heldCount;
  running.ran = true;
  if (tried)
    return;
  running.out->acquired.push_back(wholeLock(lock));
  if (lock.kind == ResourceKind::RwLock)
    running.out->acquired.push_back(readersOf(lock));
}

namespace {

bool isObserved(Resource lock) {
  return std::binary_search(running.observed.begin(), running.observed.end(), lock);
}

} // namespace

void afterAcquire(Resource lock) {
  Cut here{Cut::AfterAcquire, running.out->acquired.size()};
  if (!(running.replaying ? running.given == here : isObserved(lock)) || !running.exploring)
    return;
  running.out->cut = here;
  boundary(Ending::Split);
}

void noteTried(Resource lock, bool taken) {
  running.ran = true;
  running.out->tried.push_back(lock);
  running.out->sync.add(resourceKey(lock), 1, taken);
}

void noteTriedReading(Resource lock, bool taken) {
  noteTried(writerOf(lock), false);
  if (taken)
    running.out->sync.add(resourceKey(readersOf(lock)), 1, 0);
}

void noteTriedWriting(Resource lock, bool taken) {
  noteTried(writerOf(lock), taken);
  running.out->tried.push_back(readersOf(lock));
  running.out->sync.add(resourceKey(readersOf(lock)), 0, 1); // who reads under it reads this key
}

void noteReleased(Resource lock) {
  bool reads = lock.kind == ResourceKind::RwReaders;
  addEvent({.kind = RaceEvent::Kind::Release, .shared = reads, .key = resourceKey(wholeLock(lock))});
  if (isObserved(lock))
    running.out->sync.add(resourceKey(lock), 1, 1);
  ThreadState &t = change(running.thread);
  running.ran = true;
  running.trustedRelease = false;
  for (unsigned i = t.heldCount; i-- > 0;) {
    if (t.held[i].lock != lock)
      continue;
    running.trustedRelease = t.held[i].trusted;
    if (t.held[i].sinceBlock != running.block)
      running.out->released.push_back(lock);
    for (unsigned j = i; j + 1 < t.heldCount; ++j)
      changeHeld(running.thread, j) = t.held[j + 1];
    --t.heldCount;
    return;
  }
}

void endAtRelease() {
  if (running.trustedRelease)
    running.trusted = true;
  else
    boundary(Ending::Exit);
}

void noteCondition(Resource c) {
  running.ran = true;
  running.out->sync.add(resourceKey(c), 0, 1);
}

} // namespace xblock
