// What the objects of the program say of who has them.
#include "world/availability.h"

#include "sync/guard.h"
#include "sync/mutex.h"
#include "sync/once.h"
#include "sync/rw_lock.h"
#include "sync/semaphore.h"
#include "sync/spin_lock.h"
#include "world/held_locks.h"
#include "world/running.h"

namespace xblock {

bool isAvailable(Resource r) {
  ThreadId holder;
  if (r.kind == ResourceKind::ThreadEnd || r.kind == ResourceKind::EndOrCancel)
    return threadOf(ThreadId{static_cast<uint32_t>(r.id)}).life.ended();
  if (r.kind == ResourceKind::Signal)
    return threadTable[r.id >> 32].cancel.acts() || // then the attempt is refused
           ((threadTable[r.id >> 32].signalsPending | processSignals.pending) & r.id & 0xffffffff);
  if (r.kind == ResourceKind::Semaphore) {
    const Semaphore *semaphore = Semaphore::at(reinterpret_cast<void *>(r.id));
    return semaphore->value() || !semaphore->ready(); // then the attempt fails
  }
  if (r.kind == ResourceKind::RwWaiting) {
    const RwLock *lock = RwLock::at(reinterpret_cast<void *>(r.id));
    return lock->destroyed() || !lock->asked();
  }
  if (r.kind == ResourceKind::RwLock || r.kind == ResourceKind::RwReaders) {
    const RwLock *lock = RwLock::at(reinterpret_cast<void *>(r.id));
    return lock->destroyed() || !(r.kind == ResourceKind::RwLock ? lock->hasWriter() : lock->readers());
  }
  return !findOwner(r, holder);
}

bool findOwner(Resource r, ThreadId &out) {
  auto *object = reinterpret_cast<void *>(r.id);
  if (r.kind == ResourceKind::Mutex && !Mutex::at(object)->free()) {
    out = Mutex::at(object)->owner();
    return true;
  }
  if (r.kind == ResourceKind::RwLock && RwLock::at(object)->hasWriter()) {
    out = RwLock::at(object)->writer();
    return true;
  }
  if (r.kind == ResourceKind::Spin && SpinLock::at(object)->ready() && !SpinLock::at(object)->free()) {
    out = SpinLock::at(object)->owner();
    return true;
  }
  if (r.kind == ResourceKind::RwReaders || r.kind == ResourceKind::RwWaiting || r.kind == ResourceKind::Stream ||
      r.kind == ResourceKind::OwnLock || r.kind == ResourceKind::OwnReaders)
    return findHolder(r, out);
  if (r.kind == ResourceKind::Guard && Guard::at(object)->busy()) {
    out = Guard::at(object)->owner();
    return true;
  }
  if (r.kind == ResourceKind::Once && Once::at(object)->busy()) {
    out = Once::at(object)->owner();
    return true;
  }
  return false;
}

} // namespace xblock
