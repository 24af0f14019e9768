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

/// Fails if the running thread, which gives it back, does not hold it.
void mustHold(Object l, const char *function) {
  Resource lock = resourceOf(l);
  if (findHeld(running.thread, lock))
    return;
  running.out->data.add(resourceKey(lock), 1, 0); // who holds it depends on who came before,
  running.out->sync.add(resourceKey(lock), 1, 0); // of either kind
  ThreadId holder;
  if (findHolder(lock, holder))
    misuse(plain(l), "%s: %s gives back a lock held by %s", function, ThreadName(running.thread).text, HolderName(holder, lock).text);
  misuse(plain(l), "%s: %s gives back a lock that nobody holds", function, ThreadName(running.thread).text);
}

} // namespace

// That it excludes is looked at: the block ends, so that others can come while it is held.
XBLOCK_KEEPING(void, lock_acquired, lockAcquired, (Object l)) {
  takeSite();
  if (!modelled())
    return;
  RuntimeScope scope;
  Resource lock = resourceOf(l);
  running.out->data.add(resourceKey(lock), 0, 1);
  running.ownLocks |= running.exploring;
  ThreadId holder;
  if (findHolder(lock, holder) && holder == running.thread)
    misuse(plain(l), "xblock_lock_acquired: %s took a lock that it holds already", ThreadName(running.thread).text);
  if (findHolder(lock, holder))
    misuse(plain(l), "xblock_lock_acquired: %s took a lock held by %s", ThreadName(running.thread).text, HolderName(holder, lock).text);
  noteHeld(lock, nullptr, true);
  traceEvent("lock", plain(l), nullptr);
  boundary(Ending::Split);
}

XBLOCK_KEEPING(void, lock_released, lockReleased, (Object l)) {
  takeSite();
  if (!modelled())
    return;
  RuntimeScope scope;
  mustHold(l, "xblock_lock_released");
  running.out->data.add(resourceKey(resourceOf(l)), 0, 1);
  noteReleased(resourceOf(l));
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
  mustHold(l, "xblock_unlock_instead");
  noteReleased(resourceOf(l));
  traceEvent("unlock", plain(l), nullptr);
  static const xblock_site unknown{};
  endAtRelease(&unknown);
  return 1;
}
