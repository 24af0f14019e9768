// Tries and timed locks of pthread_rwlock_*: a timed lock is a try that, whenever others hold the lock, may also expire.
#include "intercept/define.h"
#include "intercept/rw_locks.h"
#include "intercept/time_outs.h"
#include "intercept/tries.h"
#include "world/held_locks.h"

#include <cerrno>

using namespace xblock;

namespace {

ReadLockResult read(pthread_rwlock_t *l, const char *name, const xblock_site *site) {
  ReadLockResult result = rwLockAt(l, name, site)->readLock(running.thread, timesRead(l));
  if (result == ReadLockResult::Taken)
    noteHeld(readersOf(resourceOf(l)), site, true);
  else if (result == ReadLockResult::Again)
    readAgain(l);
  return result;
}

WriteLockResult write(pthread_rwlock_t *l, const char *name, const xblock_site *site) {
  WriteLockResult result = rwLockAt(l, name, site)->writeLock(running.thread, timesRead(l));
  if (result != WriteLockResult::Taken)
    return result;
  noteHeld(writerOf(resourceOf(l)), site, true);
  if (findHeld(running.thread, waitingOf(resourceOf(l))))
    stopAsking(l);
  return result;
}

int tryToRead(pthread_rwlock_t *l, const xblock_site *site, CallPlace place) {
  RuntimeScope scope;
  const bool first = writersFirst(rwLockAt(l, "pthread_rwlock_tryrdlock", site));
  if (timesRead(l) && !first) { // nobody else can make a difference
    readAgain(l);
    return 0;
  }
  switch (ReadLockResult result = read(l, "pthread_rwlock_tryrdlock", site)) {
  case ReadLockResult::OwnWriter: // nor here
    return EBUSY;
  default:
    bool taken = result != ReadLockResult::WouldBlock;
    noteTriedReading(resourceOf(l), taken, first);
    endTold(resourceOf(l), taken, site, place);
    return taken ? 0 : EBUSY;
  }
}

int tryToWrite(pthread_rwlock_t *l, const xblock_site *site, CallPlace place) {
  RuntimeScope scope;
  switch (WriteLockResult result = write(l, "pthread_rwlock_trywrlock", site)) {
  case WriteLockResult::OwnWriter:
  case WriteLockResult::OwnReader:
    return EBUSY;
  default:
    bool taken = result == WriteLockResult::Taken;
    noteTriedWriting(resourceOf(l), taken);
    endTold(resourceOf(l), taken, site, place);
    return taken ? 0 : EBUSY;
  }
}

int readBefore(pthread_rwlock_t *l, const timespec *until, const char *name, const xblock_site *site, CallPlace place) {
  RuntimeScope scope;
  noteRead(until, sizeof *until, site);
  RwLock *lock = rwLockAt(l, name, site);
  if (lock->writtenBy(running.thread))
    return EDEADLK;
  const bool first = writersFirst(lock);
  if (timesRead(l) && !first) {
    readAgain(l);
    return 0;
  }
  auto take = [&] { return read(l, name, site) != ReadLockResult::WouldBlock; };
  auto missing = [&] { return RwLock::at(l)->hasWriter() ? writerOf(resourceOf(l)) : waitingOf(resourceOf(l)); };
  auto tell = [&](bool taken) {
    noteTriedReading(resourceOf(l), taken, first);
    traceEvent(taken ? "lock for reading" : "time-out, held by a writer:", l, site);
  };
  return takeBefore(until, place, take, missing, tell);
}

int writeBefore(pthread_rwlock_t *l, const timespec *until, const char *name, const xblock_site *site, CallPlace place) {
  RuntimeScope scope;
  noteRead(until, sizeof *until, site);
  RwLock *lock = rwLockAt(l, name, site);
  if (lock->writtenBy(running.thread))
    return EDEADLK;
  if (timesRead(l)) { // it waits for itself, until the time comes
    running.ran = true;
    if (!isTime(until))
      return EINVAL;
    expireAt(virtualTime(until), place);
    return ETIMEDOUT;
  }
  const bool first = writersFirst(lock);
  if (first)
    askToWrite(l, name, site);
  auto giveUp = [&] {
    if (first)
      stopAsking(l);
  };
  auto take = [&] { return write(l, name, site) == WriteLockResult::Taken; };
  auto missing = [&] { return RwLock::at(l)->hasWriter() ? writerOf(resourceOf(l)) : readersOf(resourceOf(l)); };
  auto tell = [&](bool taken) {
    noteTriedWriting(resourceOf(l), taken);
    traceEvent(taken ? "lock for writing" : "time-out, held by others:", l, site);
  };
  return takeBefore(until, place, take, missing, tell, giveUp);
}

} // namespace

// A library's own lock: taken for real. Before main a lock of the program can only be free, or held by main.
#define XBLOCK_NOT_MODELLED(real, early)                                                           \
  if (!isModelled(l)) {                                                                            \
    if (isEarly(l))                                                                                \
      return (early) ? 0 : EBUSY;                                                                  \
    return XBLOCK_REAL(int(pthread_rwlock_t *), real)(l);                                          \
  }
#define XBLOCK_EARLY_READ (RwLock::at(l)->readLock(ThreadId{0}, 0) == ReadLockResult::Taken)
#define XBLOCK_EARLY_WRITE (RwLock::at(l)->writeLock(ThreadId{0}, 0) == WriteLockResult::Taken)

XBLOCK_EVERYWHERE(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * l), (l)) {
  const xblock_site *site = takeSite();
  XBLOCK_NOT_MODELLED("pthread_rwlock_tryrdlock", XBLOCK_EARLY_READ)
  return tryToRead(l, site, XBLOCK_CALL_PLACE(l));
}

XBLOCK_EVERYWHERE(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * l), (l)) {
  const xblock_site *site = takeSite();
  XBLOCK_NOT_MODELLED("pthread_rwlock_trywrlock", XBLOCK_EARLY_WRITE)
  return tryToWrite(l, site, XBLOCK_CALL_PLACE(l));
}

#define XBLOCK_TIMED(name, parameters, arguments, real, early, before, valid)                      \
  XBLOCK_EVERYWHERE(int, name, parameters, arguments) {                                            \
    const xblock_site *site = takeSite();                                                          \
    if (!isModelled(l)) {                                                                          \
      if (isEarly(l))                                                                              \
        return (early) ? 0 : ETIMEDOUT;                                                            \
      return libraryLock(XBLOCK_REAL(int(pthread_rwlock_t *), real)(l), site);                     \
    }                                                                                              \
    if (!(valid))                                                                                  \
      return EINVAL;                                                                               \
    return before(l, until, #name, site, XBLOCK_CALL_PLACE(l));                                       \
  }
XBLOCK_TIMED(pthread_rwlock_timedrdlock, (pthread_rwlock_t * l, const timespec *until), (l, until),
             "pthread_rwlock_tryrdlock", XBLOCK_EARLY_READ, readBefore, true)
XBLOCK_TIMED(pthread_rwlock_timedwrlock, (pthread_rwlock_t * l, const timespec *until), (l, until),
             "pthread_rwlock_trywrlock", XBLOCK_EARLY_WRITE, writeBefore, true)
XBLOCK_TIMED(pthread_rwlock_clockrdlock, (pthread_rwlock_t * l, clockid_t clock, const timespec *until),
             (l, clock, until), "pthread_rwlock_tryrdlock", XBLOCK_EARLY_READ, readBefore, isClock(clock))
XBLOCK_TIMED(pthread_rwlock_clockwrlock, (pthread_rwlock_t * l, clockid_t clock, const timespec *until),
             (l, clock, until), "pthread_rwlock_trywrlock", XBLOCK_EARLY_WRITE, writeBefore, isClock(clock))
