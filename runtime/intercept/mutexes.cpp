// pthread_mutex_*. The state machine is sync/mutex.h, laid over the program's own object.
#include "intercept/mutexes.h"

#include "intercept/define.h"
#include "intercept/tries.h"
#include "world/held_locks.h"
#include "support/library_headers.h"
#include "world/explorer_switch.h"
#include "world/misuse.h"
#include "world/modules_linux.h"

#include <cerrno>

using namespace xblock;

// libatomic, which may be part of the program, locks one of its own for an atomic access that was told of.
bool xblock::isModelled(const pthread_mutex_t *m) { return running.onFiber && !running.inAtomic && !isForeignStatic(m); }

namespace {

/// In the middle of what is one step a library's mutex (of which alone isModelled() is false there) is not locked: no other thread comes there, and a crash would leave it locked for good. What the library does was
/// told of, so that the mutex is no input of it either.
bool isNotNeeded() { return running.onFiber && (running.inAtomic || running.cutHeld); }

constexpr size_t kUsed = 24; // bytes of a mutex that the model uses, and no others

constexpr const char *kNotModelled = "a mutex with a priority protocol, or shared between processes";

/// The failure to come depends on who used it before.
void noteOwner(pthread_mutex_t *m) { running.out->sync.add(resourceKey(resourceOf(m)), 1, 0); }

/// It is made or destroyed: whoever uses it comes before or after.
void noteChange(pthread_mutex_t *m, const xblock_site *site) {
  noteWrite(m, sizeof *m, site);
  running.ran = true;
  running.out->sync.add(resourceKey(resourceOf(m)), 0, 1);
}

/// Which they can where it is not locked itself.
void endAfterChange() {
  if (!holdsLock())
    boundary(Ending::Split);
}

/// Apart, so that what lock and unlock keep on the stack, which is saved with each block, stays small.
[[noreturn, gnu::cold, gnu::noinline]] void failToUnlock(pthread_mutex_t *m, UnlockResult result) {
  noteOwner(m);
  if (result == UnlockResult::NotLocked)
    misuse(m, "%s unlocks a mutex that is not locked", ThreadName(running.thread).text);
  misuse(m, "%s unlocks a mutex held by %s", ThreadName(running.thread).text,
        HolderName(Mutex::at(m)->owner(), resourceOf(m)).text);
}

[[noreturn, gnu::cold, gnu::noinline]] void failToLock() {
  failf(FailureKind::Deadlock, "%s locks a mutex that it holds already", ThreadName(running.thread).text);
}

/// Nobody can have it any more: a visible step.
int foundLost(pthread_mutex_t *m) {
  callUnknown();
  noteOwner(m);
  running.ran = true;
  endAfterChange();
  return ENOTRECOVERABLE;
}

} // namespace

void xblock::noteHealth(pthread_mutex_t *m) { running.out->sync.add(resourceKey(resourceOf(m)), 0, 1); }

void xblock::loseRobustMutexes() {
  for (bool found = true; found;) {
    found = false;
    const ThreadState &t = threadOf(running.thread);
    for (uint32_t i = 0; i < t.heldCount && !found; ++i) {
      auto *m = reinterpret_cast<pthread_mutex_t *>(t.held[i].lock.id);
      found = t.held[i].lock.kind == ResourceKind::Mutex && Mutex::at(m)->robust();
      if (!found)
        continue;
      if (running.exploring && !running.refines)
        unsupported("a thread that ends as the owner of a robust mutex, under a mode as published", t.held[i].site);
      callUnknown();
      touch(m, sizeof *m);
      Mutex::at(m)->loseOwner();
      noteHealth(m);
      noteReleased(resourceOf(m));
      traceEvent("end as the owner of", m, nullptr);
    }
  }
}

namespace {

[[noreturn, gnu::cold, gnu::noinline]] void refuseMutex(pthread_mutex_t *m, const char *what, const xblock_site *site) {
  noteOwner(m);
  if (Mutex::at(m)->destroyed())
    misuse(m, "%s of a destroyed mutex", what);
  if (!Mutex::at(m)->plausible())
    misuse(m, "%s of a mutex that was not initialised", what);
  unsupported(kNotModelled, site);
}

} // namespace

Mutex *xblock::mutexAt(pthread_mutex_t *m, const char *what, const xblock_site *site) {
  touchObject(m, sizeof *m);
  Mutex *mutex = Mutex::at(m);
  if (__builtin_expect(!mutex->valid(), 0))
    refuseMutex(m, what, site);
  return mutex;
}

int xblock::lockForReal(pthread_mutex_t *m, const xblock_site *site) {
  if (isNotNeeded())
    return 0;
  callUnknown();
  auto *lock = XBLOCK_REAL(int(pthread_mutex_t *), "pthread_mutex_lock");
  if (!running.onFiber)
    return lock(m);
  int error = XBLOCK_REAL(int(pthread_mutex_t *), "pthread_mutex_trylock")(m);
  if (error == EBUSY)
    unsupported("a library's own mutex, held across the end of a block", site);
  return error;
}

XBLOCK_EVERYWHERE(int, pthread_mutex_init, (pthread_mutex_t * m, const pthread_mutexattr_t *attr), (m, attr)) {
  const xblock_site *site = takeSite();
  if (!isModelled(m))
    return XBLOCK_REAL(int(pthread_mutex_t *, const pthread_mutexattr_t *), "pthread_mutex_init")(m, attr);
  RuntimeScope scope;
  int type = PTHREAD_MUTEX_NORMAL, shared = 0, robust = 0, protocol = 0;
  if (attr) {
    pthread_mutexattr_gettype(attr, &type);
    pthread_mutexattr_getpshared(attr, &shared);
    pthread_mutexattr_getrobust(attr, &robust);
    pthread_mutexattr_getprotocol(attr, &protocol);
  }
  if (shared || protocol)
    unsupported(kNotModelled, site);
  noteChange(m, site);
  Mutex::at(m)->init(static_cast<MutexKind>(type), robust == PTHREAD_MUTEX_ROBUST);
  traceEvent("initialise", m, site);
  endAfterChange();
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_mutex_destroy, (pthread_mutex_t * m), (m)) {
  const xblock_site *site = takeSite();
  if (!isModelled(m))
    return XBLOCK_REAL(int(pthread_mutex_t *), "pthread_mutex_destroy")(m);
  RuntimeScope scope;
  Mutex *mutex = mutexAt(m, "pthread_mutex_destroy", site);
  noteChange(m, site);
  if (mutex->destroy() == DestroyResult::Busy)
    misuse(m, "pthread_mutex_destroy of a mutex held by %s", HolderName(mutex->owner(), resourceOf(m)).text);
  traceEvent("destroy", m, site);
  endAfterChange();
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_mutex_lock, (pthread_mutex_t * m), (m)) {
  const xblock_site *site = takeKnownSite();
  if (!isModelled(m))
    return lockForReal(m, site);
  RuntimeScope scope(RuntimeScope::Known);
  Mutex *mutex = mutexAt(m, "pthread_mutex_lock", site);
  noteKnownObject(m, kUsed);
  if (!mutex->heldBy(running.thread)) {
    if (!mutex->free())
      boundaryForSpinners();
    beforeAcquire(resourceOf(m));
    if (!running.objectCount) { // the block ended, and this is the next one (a number of it would stay on the stack, as a state)
      touchObject(m, sizeof *m);
      noteKnownObject(m, kUsed);
    }
  }
  LockResult result = mutex->lock(running.thread);
  switch (result) {
  case LockResult::OwnerDied:
    noteHealth(m);
    [[fallthrough]];
  case LockResult::Taken:
    noteHeld(resourceOf(m), site);
    traceEvent("lock", m, site);
    afterAcquire(resourceOf(m));
    return result == LockResult::Taken ? 0 : EOWNERDEAD;
  case LockResult::NotRecoverable:
    return foundLost(m);
  case LockResult::Recursed:
    running.ran = true;
    return 0;
  case LockResult::WouldBlock:
    running.out->acquired.push_back(resourceOf(m));
    blockOn(resourceOf(m));
  case LockResult::SelfDeadlock:
    failToLock();
  case LockResult::DeadlockError:
    return EDEADLK;
  case LockResult::CountOverflow:
    return EAGAIN;
  }
  __builtin_unreachable();
}

namespace {

/// Sets `released` if the thread had it, and has it no longer.
[[gnu::always_inline]] inline int unlockMutex(pthread_mutex_t *m, const xblock_site *site, bool &released) {
  RuntimeScope scope(RuntimeScope::Known);
  Mutex *mutex = mutexAt(m, "pthread_mutex_unlock", site);
  noteKnownObject(m, kUsed);
  bool inconsistent = mutex->inconsistent();
  UnlockResult result = mutex->unlock(running.thread);
  switch (result) {
  case UnlockResult::Released:
    if (inconsistent)
      noteHealth(m);
    noteReleased(resourceOf(m));
    traceEvent("unlock", m, site);
    released = true;
    return 0;
  case UnlockResult::StillHeld:
    running.ran = true;
    return 0;
  default:
    break;
  }
  if (mutex->checksOwner() && !(site && isLibraryHeader(site->file))) // std::recursive_mutex::unlock() tells nobody
    return EPERM;
  failToUnlock(m, result);
}

} // namespace

XBLOCK_EVERYWHERE(int, pthread_mutex_unlock, (pthread_mutex_t * m), (m)) {
  const xblock_site *site = takeKnownSite();
  if (!isModelled(m))
    return isNotNeeded() ? 0 : (callUnknown(), XBLOCK_REAL(int(pthread_mutex_t *), "pthread_mutex_unlock")(m));
  bool released = false;
  int error = unlockMutex(m, site, released);
  if (!released || !leavesAtRelease(site))
    return error;
  [[clang::musttail]] return leaveAtReturn<int(pthread_mutex_t *)>()(m);
}

int xblock::tryMutex(pthread_mutex_t *m, const xblock_site *site, CallPlace place) {
  if (!isModelled(m))
    return isNotNeeded() ? 0 : XBLOCK_REAL(int(pthread_mutex_t *), "pthread_mutex_trylock")(m);
  RuntimeScope scope;
  Mutex *mutex = mutexAt(m, "pthread_mutex_trylock", site);
  TryLockResult result = mutex->tryLock(running.thread);
  switch (result) {
  case TryLockResult::OwnerDied:
    noteHealth(m);
    [[fallthrough]];
  case TryLockResult::Taken:
    noteHeld(resourceOf(m), site, true);
    endTry(resourceOf(m), true, site, {});
    return result == TryLockResult::Taken ? 0 : EOWNERDEAD;
  case TryLockResult::NotRecoverable:
    return foundLost(m);
  case TryLockResult::Recursed:
    running.ran = true;
    return 0;
  case TryLockResult::Busy:
    if (!mutex->heldBy(running.thread)) // else nobody else can make a difference
      endTry(resourceOf(m), false, site, place);
    return EBUSY;
  case TryLockResult::CountOverflow:
    return EAGAIN;
  }
  __builtin_unreachable();
}

XBLOCK_EVERYWHERE(int, pthread_mutex_trylock, (pthread_mutex_t * m), (m)) {
  const xblock_site *site = takeSite();
  return tryMutex(m, site, XBLOCK_CALL_PLACE(m));
}

XBLOCK_EVERYWHERE(int, pthread_mutex_consistent, (pthread_mutex_t * m), (m)) {
  const xblock_site *site = takeSite();
  if (!isModelled(m))
    return XBLOCK_REAL(int(pthread_mutex_t *), "pthread_mutex_consistent")(m);
  RuntimeScope scope;
  running.ran = true;
  return mutexAt(m, "pthread_mutex_consistent", site)->makeConsistent(running.thread) ? 0 : EINVAL;
}
