// pthread_rwlock_*. The state machine is sync/rw_lock.h, laid over the program's own object; how often each thread reads
// under it stands in the thread table. std::shared_mutex is built on these.
#include "intercept/rw_locks.h"

#include "intercept/define.h"
#include "intercept/thread_exit.h"
#include "world/held_locks.h"
#include "world/misuse.h"
#include "world/modules_linux.h"

#include <cerrno>

using namespace xblock;

namespace {

constexpr const char *kNotModelled = "a reader-writer lock shared between processes";

} // namespace

bool xblock::isModelled(pthread_rwlock_t *l) { return running.onFiber && !isForeignStatic(l); }
bool xblock::isEarly(pthread_rwlock_t *l) { return !running.onFiber && !isForeignStatic(l); }

RwLock *xblock::rwLockAt(pthread_rwlock_t *l, const char *what, const xblock_site *site) {
  touchObject(l, sizeof *l);
  RwLock *lock = RwLock::at(l);
  if (lock->destroyed())
    running.out->sync.add(resourceKey(resourceOf(l)), 1, 0); // the failure depends on who came before
  if (lock->destroyed())
    misuse(l, "%s of a destroyed lock", what);
  if (!lock->valid())
    unsupported(kNotModelled, site);
  return lock;
}

void xblock::askToWrite(pthread_rwlock_t *l, const char *what, const xblock_site *site) {
  rwLockAt(l, what, site)->ask();
  noteAsked(waitingOf(resourceOf(l)), site);
  traceEvent("ask for writing", l, site);
  afterAcquire(waitingOf(resourceOf(l)));
}

void xblock::stopAsking(pthread_rwlock_t *l) {
  RwLock::at(l)->stopAsking();
  noteReleased(waitingOf(resourceOf(l)));
}

uint32_t xblock::timesRead(pthread_rwlock_t *l) {
  const HeldLock *held = findHeld(running.thread, readersOf(resourceOf(l)));
  return held ? held->times : 0;
}

namespace {

void changeTimes(pthread_rwlock_t *l, int by) {
  HeldLock *held = findHeld(running.thread, readersOf(resourceOf(l)));
  undoLog.touch(held, sizeof *held);
  held->times += static_cast<uint32_t>(by);
  running.ran = true;
}

/// It was made or destroyed: whoever uses it comes before or after.
void noteChange(pthread_rwlock_t *l) {
  running.ran = true;
  running.out->sync.add(resourceKey(resourceOf(l)), 0, 1);
  running.out->sync.add(resourceKey(readersOf(resourceOf(l))), 0, 1);
}

} // namespace

void xblock::mayReadAgain(const RwLock *lock) {
  if (lock->prefersWriters())
    misuse(lock,
           "%s reads a second time under a lock that prefers writers, and would wait for itself if one waited",
          ThreadName(running.thread).text);
}

void xblock::readAgain(pthread_rwlock_t *l) { changeTimes(l, 1); }

int xblock::libraryLock(int error, const xblock_site *site) {
  if (error == EBUSY)
    unsupported("a library's own reader-writer lock, held across the end of a block", site);
  return error;
}

namespace {

int lockForReading(pthread_rwlock_t *l, const xblock_site *site) {
  RuntimeScope scope;
  Resource r = resourceOf(l);
  RwLock *lock = rwLockAt(l, "pthread_rwlock_rdlock", site);
  const uint32_t mine = timesRead(l);
  const bool first = writersFirst(lock);
  if (mine && first) {
    mayReadAgain(lock);
    beforeAcquire(waitingOf(r));
    lock = rwLockAt(l, "pthread_rwlock_rdlock", site);
  } else if (!mine && !lock->writtenBy(running.thread)) {
    if (lock->hasWriter() || lock->asked())
      boundaryForSpinners();
    beforeAcquire(writerOf(r), first ? waitingOf(r) : Resource{});
    lock = rwLockAt(l, "pthread_rwlock_rdlock", site); // the block may be another one now
  }
  if (first)
    running.out->acquired.push_back(waitingOf(r));
  switch (lock->readLock(running.thread, mine)) {
  case ReadLockResult::Taken:
    noteHeld(readersOf(r), site);
    traceEvent("lock for reading", l, site);
    afterAcquire(readersOf(r));
    return 0;
  case ReadLockResult::Again:
    readAgain(l);
    return 0;
  case ReadLockResult::OwnWriter:
    return EDEADLK;
  case ReadLockResult::WouldBlock:
    running.out->acquired.push_back(writerOf(r));
    blockOn(lock->hasWriter() ? writerOf(r) : waitingOf(r));
  }
  __builtin_unreachable();
}

int lockForWriting(pthread_rwlock_t *l, const xblock_site *site) {
  RuntimeScope scope;
  Resource r = resourceOf(l);
  RwLock *lock = rwLockAt(l, "pthread_rwlock_wrlock", site);
  uint32_t mine = timesRead(l);
  if (!mine && !lock->writtenBy(running.thread)) {
    if (writersFirst(lock))
      askToWrite(l, "pthread_rwlock_wrlock", site);
    if (lock->hasWriter() || lock->readers())
      boundaryForSpinners();
    beforeAcquire(writerOf(r), readersOf(r));
    lock = rwLockAt(l, "pthread_rwlock_wrlock", site);
  }
  WriteLockResult result = lock->writeLock(running.thread, mine);
  switch (result) {
  case WriteLockResult::Taken:
    if (writersFirst(lock))
      stopAsking(l);
    noteHeld(writerOf(r), site);
    traceEvent("lock for writing", l, site);
    afterAcquire(writerOf(r));
    return 0;
  case WriteLockResult::OwnWriter:
    return EDEADLK;
  case WriteLockResult::OwnReader:
    failf(FailureKind::Deadlock, "%s locks for writing a lock that it holds for reading",
          ThreadName(running.thread).text);
  case WriteLockResult::WriterThere:
  case WriteLockResult::ReadersThere:
    running.out->acquired.push_back(writerOf(r));
    running.out->acquired.push_back(readersOf(r));
    blockOn(result == WriteLockResult::WriterThere ? writerOf(r) : readersOf(r));
  }
  __builtin_unreachable();
}

} // namespace

XBLOCK_EVERYWHERE(int, pthread_rwlock_init, (pthread_rwlock_t * l, const pthread_rwlockattr_t *attr), (l, attr)) {
  const xblock_site *site = takeSite();
  if (!isModelled(l))
    return XBLOCK_REAL(int(pthread_rwlock_t *, const pthread_rwlockattr_t *), "pthread_rwlock_init")(l, attr);
  RuntimeScope scope;
  int shared = 0, preference = 0;
  if (attr) {
    pthread_rwlockattr_getpshared(attr, &shared);
    pthread_rwlockattr_getkind_np(attr, &preference);
  }
  if (shared)
    unsupported(kNotModelled, site);
  noteWrite(l, sizeof *l, site);
  RwLock::at(l)->init(static_cast<uint32_t>(preference));
  noteChange(l);
  traceEvent("initialise", l, site);
  boundary(Ending::Split);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_rwlock_destroy, (pthread_rwlock_t * l), (l)) {
  const xblock_site *site = takeSite();
  if (!isModelled(l))
    return XBLOCK_REAL(int(pthread_rwlock_t *), "pthread_rwlock_destroy")(l);
  RuntimeScope scope;
  RwLock *lock = rwLockAt(l, "pthread_rwlock_destroy", site);
  noteWrite(l, sizeof *l, site);
  ThreadId holder{};
  noteChange(l);
  if (!lock->destroy()) {
    Resource held = writerOf(resourceOf(l));
    for (Resource kind : {readersOf(held), waitingOf(held)})
      if (!lock->hasWriter() && findHolder(kind, holder))
        held = kind;
    misuse(l, "pthread_rwlock_destroy of a lock held by %s",
          HolderName(lock->hasWriter() ? lock->writer() : holder, held).text);
  }
  traceEvent("destroy", l, site);
  boundary(Ending::Split);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_rwlock_rdlock, (pthread_rwlock_t * l), (l)) {
  const xblock_site *site = takeSite();
  if (isEarly(l)) {
    if (RwLock::at(l)->readLock(ThreadId{0}, 0) != ReadLockResult::Taken)
      unsupportedBeforeMain("pthread_rwlock_rdlock that waits, before main");
    return 0;
  }
  if (!isModelled(l))
    return libraryLock(XBLOCK_REAL(int(pthread_rwlock_t *), "pthread_rwlock_tryrdlock")(l), site);
  return lockForReading(l, site);
}

XBLOCK_EVERYWHERE(int, pthread_rwlock_wrlock, (pthread_rwlock_t * l), (l)) {
  const xblock_site *site = takeSite();
  if (isEarly(l)) {
    if (RwLock::at(l)->writeLock(ThreadId{0}, 0) != WriteLockResult::Taken)
      unsupportedBeforeMain("pthread_rwlock_wrlock that waits, before main");
    return 0;
  }
  if (!isModelled(l))
    return libraryLock(XBLOCK_REAL(int(pthread_rwlock_t *), "pthread_rwlock_trywrlock")(l), site);
  return lockForWriting(l, site);
}

XBLOCK_EVERYWHERE(int, pthread_rwlock_unlock, (pthread_rwlock_t * l), (l)) {
  const xblock_site *site = takeSite();
  if (isEarly(l)) {
    RwLock::at(l)->unlock(ThreadId{0}, RwLock::at(l)->readers() ? 1 : 0);
    return 0;
  }
  if (!isModelled(l))
    return XBLOCK_REAL(int(pthread_rwlock_t *), "pthread_rwlock_unlock")(l);
  RuntimeScope scope;
  Resource r = resourceOf(l);
  RwLock *lock = rwLockAt(l, "pthread_rwlock_unlock", site);
  RwUnlockResult result = lock->unlock(running.thread, timesRead(l));
  switch (result) {
  case RwUnlockResult::WriterReleased:
  case RwUnlockResult::ReaderReleased:
    noteReleased(result == RwUnlockResult::WriterReleased ? writerOf(r) : readersOf(r));
    traceEvent("unlock", l, site);
    endAtRelease(site);
    return 0;
  case RwUnlockResult::StillHeld:
    changeTimes(l, -1);
    return 0;
  case RwUnlockResult::NotHeld:
    misuse(l, "%s unlocks a reader-writer lock that it does not hold", ThreadName(running.thread).text);
  }
  __builtin_unreachable();
}
