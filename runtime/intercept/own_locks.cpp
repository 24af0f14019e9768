// Locks that the program made itself, known by their addresses: xblock_lock_acquired() and _released() tell of one whose code is
// explored; xblock_lock_instead() and its like are a mutex in its place. Who holds one stands in the thread table only.
#include "intercept/define.h"
#include "intercept/tries.h"
#include "world/held_locks.h"
#include "world/misuse.h"

using namespace xblock;

namespace {

using Object = const volatile void *;

Resource resourceOf(Object l) { return {ResourceKind::OwnLock, reinterpret_cast<uint64_t>(l)}; }
const void *plain(Object l) { return const_cast<const void *>(l); }
bool modelled() { return running.onFiber && !runtimeDepth; }
bool isHeld(Resource lock) {
  ThreadId holder;
  return findHolder(lock, holder);
}

/// What each of its readers holds: of a lock that is told of.
Resource readersOf(Object l) { return {ResourceKind::OwnReaders, reinterpret_cast<uint64_t>(l)}; }

/// " for reading" if that is how `holder` has it.
struct How {
  const char *text;
  explicit How(Resource held) : text(held.kind == ResourceKind::OwnReaders ? " for reading" : "") {}
};

/// Fails if the running thread, which gives it back, does not hold `lock`, of the two that it may be.
void mustHold(Object l, Resource lock, const char *function) {
  if (findHeld(running.thread, lock))
    return;
  uint64_t key = resourceKey(resourceOf(l));
  running.out->data.add(key, 1, 0); // who holds it depends on who came before,
  running.out->sync.add(key, 1, 0); // of either kind
  Resource other = lock == resourceOf(l) ? readersOf(l) : resourceOf(l);
  if (findHeld(running.thread, other))
    misuse(plain(l), "%s: %s gives back a lock that it holds for %s", function, ThreadName(running.thread).text,
           other == readersOf(l) ? "reading" : "writing");
  ThreadId holder;
  for (Resource held : {lock, other})
    if (findHolder(held, holder))
      misuse(plain(l), "%s: %s gives back a lock held%s by %s", function, ThreadName(running.thread).text, How(held).text,
             HolderName(holder, held).text);
  misuse(plain(l), "%s: %s gives back a lock that nobody holds", function, ThreadName(running.thread).text);
}

/// Fails if a thread, the running one too, holds `held`, so that nobody can have taken the lock as the running thread says it did.
void mustBeFree(Object l, Resource held, const char *function) {
  ThreadId holder;
  if (findHeld(running.thread, held))
    misuse(plain(l), "%s: %s took a lock that it holds already%s", function, ThreadName(running.thread).text, How(held).text);
  if (findHolder(held, holder))
    misuse(plain(l), "%s: %s took a lock held%s by %s", function, ThreadName(running.thread).text, How(held).text,
           HolderName(holder, held).text);
}

} // namespace

// That it excludes is looked at: the block ends, so that others can come while it is held. Who writes comes before or after all
// others, readers commute.
XBLOCK_KEEPING(void, lock_acquired, lockAcquired, (Object l)) {
  takeSite();
  if (!modelled())
    return;
  RuntimeScope scope;
  running.out->data.add(resourceKey(resourceOf(l)), 0, 1);
  running.ownLocks |= running.exploring;
  mustBeFree(l, resourceOf(l), "xblock_lock_acquired");
  mustBeFree(l, readersOf(l), "xblock_lock_acquired");
  noteHeld(resourceOf(l), nullptr, true);
  traceEvent("lock", plain(l), nullptr);
  boundary(Ending::Split);
}

XBLOCK_KEEPING(void, lock_released, lockReleased, (Object l)) {
  takeSite();
  if (!modelled())
    return;
  RuntimeScope scope;
  mustHold(l, resourceOf(l), "xblock_lock_released");
  running.out->data.add(resourceKey(resourceOf(l)), 0, 1);
  noteReleased(resourceOf(l));
  traceEvent("unlock", plain(l), nullptr);
}

// A thread may read under it several times.
XBLOCK_KEEPING(void, lock_acquired_shared, lockAcquiredShared, (Object l)) {
  takeSite();
  if (!modelled())
    return;
  RuntimeScope scope;
  running.out->data.add(resourceKey(resourceOf(l)), 1, 0);
  running.ownLocks |= running.exploring;
  mustBeFree(l, resourceOf(l), "xblock_lock_acquired_shared");
  if (HeldLock *held = findHeld(running.thread, readersOf(l))) {
    undoLog.touch(held, sizeof *held);
    ++held->times;
    running.ran = true;
  } else {
    noteHeld(readersOf(l), nullptr, true);
  }
  traceEvent("lock for reading", plain(l), nullptr);
  boundary(Ending::Split);
}

XBLOCK_KEEPING(void, lock_released_shared, lockReleasedShared, (Object l)) {
  takeSite();
  if (!modelled())
    return;
  RuntimeScope scope;
  mustHold(l, readersOf(l), "xblock_lock_released_shared");
  running.out->data.add(resourceKey(resourceOf(l)), 1, 0);
  HeldLock *held = findHeld(running.thread, readersOf(l));
  if (held->times > 1) {
    undoLog.touch(held, sizeof *held);
    --held->times;
    running.ran = true;
  } else {
    noteReleased(readersOf(l));
  }
  traceEvent("unlock", plain(l), nullptr);
}

XBLOCK_KEEPING(int, lock_instead, lockInstead, (Object l)) {
  takeSite();
  if (!modelled())
    return 0;
  RuntimeScope scope;
  Resource lock = resourceOf(l);
  running.locksReplaced |= running.exploring;
  if (findHeld(running.thread, lock))
    failf(FailureKind::Deadlock, "%s locks a lock of its own making that it holds already", ThreadName(running.thread).text);
  if (isHeld(lock))
    boundaryForSpinners();
  beforeAcquire(lock);
  if (isHeld(lock)) { // the block may be another one now
    running.out->acquired.push_back(lock);
    blockOn(lock);
  }
  noteHeld(lock, nullptr);
  traceEvent("lock", plain(l), nullptr);
  afterAcquire(lock);
  return 1;
}

XBLOCK_KEEPING(int, trylock_instead, trylockInstead, (Object l)) {
  takeSite();
  if (!modelled())
    return 0;
  CallPlace place = XBLOCK_CALL_PLACE(l);
  RuntimeScope scope;
  Resource lock = resourceOf(l);
  running.locksReplaced |= running.exploring;
  if (findHeld(running.thread, lock)) // nobody else can make a difference
    return -1;
  bool taken = !isHeld(lock);
  if (taken)
    noteHeld(lock, nullptr, true);
  endTry(lock, taken, nullptr, place);
  return taken ? 1 : -1;
}

XBLOCK_KEEPING(int, unlock_instead, unlockInstead, (Object l)) {
  takeSite();
  if (!modelled())
    return 0;
  RuntimeScope scope;
  mustHold(l, resourceOf(l), "xblock_unlock_instead");
  noteReleased(resourceOf(l));
  traceEvent("unlock", plain(l), nullptr);
  static const xblock_site unknown{};
  endAtRelease(&unknown);
  return 1;
}
