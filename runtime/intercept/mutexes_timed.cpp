// pthread_mutex_timedlock and _clocklock: a try, and whenever others hold the mutex it may also expire.
#include "intercept/define.h"
#include "intercept/mutexes.h"
#include "intercept/time_outs.h"

#include <cerrno>

using namespace xblock;

int xblock::lockMutexBefore(pthread_mutex_t *m, const timespec *until, const char *name, const xblock_site *site,
                            CallPlace place) {
  if (!isModelled(m))
    return running.onFiber ? lockForReal(m, site)
                           : XBLOCK_REAL(int(pthread_mutex_t *, const timespec *), "pthread_mutex_timedlock")(m, until);
  RuntimeScope scope;
  noteRead(until, sizeof *until, site);
  Mutex *mutex = mutexAt(m, name, site);
  if (mutex->heldBy(running.thread)) {
    running.ran = true;
    switch (mutex->lock(running.thread)) {
    case LockResult::SelfDeadlock: // for as long as it waits
      if (!isTime(until))
        return EINVAL;
      expireAt(virtualTime(until), place);
      return ETIMEDOUT;
    case LockResult::DeadlockError:
      return EDEADLK;
    case LockResult::CountOverflow:
      return EAGAIN;
    default:
      return 0;
    }
  }
  TryLockResult result{};
  auto take = [&] {
    result = mutexAt(m, name, site)->tryLock(running.thread);
    if (result == TryLockResult::OwnerDied)
      noteHealth(m);
    if (result == TryLockResult::Taken || result == TryLockResult::OwnerDied)
      noteHeld(resourceOf(m), site, true);
    return result != TryLockResult::Busy;
  };
  auto tell = [&](bool over) {
    bool lost = result == TryLockResult::NotRecoverable;
    noteTried(resourceOf(m), over && !lost);
    traceEvent(lost ? "lost for ever:" : over ? "lock" : "time-out, held by another:", m, site);
  };
  if (int error = takeBefore(until, place, take, [&] { return resourceOf(m); }, tell))
    return error;
  return result == TryLockResult::OwnerDied ? EOWNERDEAD : result == TryLockResult::NotRecoverable ? ENOTRECOVERABLE : 0;
}

XBLOCK_EVERYWHERE(int, pthread_mutex_timedlock, (pthread_mutex_t * m, const timespec *until), (m, until)) {
  const xblock_site *site = takeSite();
  return lockMutexBefore(m, until, "pthread_mutex_timedlock", site, XBLOCK_CALL_PLACE(m));
}

XBLOCK_EVERYWHERE(int, pthread_mutex_clocklock, (pthread_mutex_t * m, clockid_t clock, const timespec *until),
                  (m, clock, until)) {
  const xblock_site *site = takeSite();
  if (!isModelled(m))
    return running.onFiber ? lockForReal(m, site)
                           : XBLOCK_REAL(int(pthread_mutex_t *, clockid_t, const timespec *),
                                         "pthread_mutex_clocklock")(m, clock, until);
  if (!isClock(clock))
    return EINVAL;
  return lockMutexBefore(m, until, "pthread_mutex_clocklock", site, XBLOCK_CALL_PLACE(m));
}
