// pthread_spin_*. The state machine is sync/spin_lock.h, laid over the program's own object. For the search a spin lock is a
// mutex: nobody spins.
#include "sync/spin_lock.h"
#include "intercept/define.h"
#include "intercept/thread_exit.h"
#include "intercept/tries.h"
#include "world/held_locks.h"
#include "world/misuse.h"
#include "world/modules_linux.h"

#include <cerrno>
#include <pthread.h>

using namespace xblock;

namespace {

// The parameter's type is volatile int *.
using Object = pthread_spinlock_t;

void *plain(Object *l) { return const_cast<int *>(l); }
Resource resourceOf(Object *l) { return {ResourceKind::Spin, reinterpret_cast<uint64_t>(l)}; }
bool modelled(Object *l) { return running.onFiber && !isForeignStatic(plain(l)); }

SpinLock *lockAt(Object *l, const char *what) {
  touchObject(plain(l), sizeof *l);
  SpinLock *lock = SpinLock::at(plain(l));
  if (!lock->ready())
    running.out->sync.add(resourceKey(resourceOf(l)), 1, 0); // the failure depends on who came before
  if (lock->destroyed())
    misuse(plain(l), "%s of a destroyed spin lock", what);
  if (!lock->ready())
    misuse(plain(l), "%s of a spin lock that pthread_spin_init did not make", what);
  return lock;
}

/// It was made or destroyed: whoever uses it comes before or after.
void noteChange(Object *l) {
  if (!running.onFiber)
    return;
  running.ran = true;
  running.out->sync.add(resourceKey(resourceOf(l)), 0, 1);
}

} // namespace

XBLOCK_EVERYWHERE(int, pthread_spin_init, (Object * l, int shared), (l, shared)) {
  const xblock_site *site = takeSite();
  if (isForeignStatic(plain(l)))
    return XBLOCK_REAL(int(Object *, int), "pthread_spin_init")(l, shared);
  RuntimeScope scope;
  if (shared)
    unsupported("a spin lock shared between processes", site);
  noteWrite(plain(l), sizeof *l, site);
  SpinLock::at(plain(l))->init();
  noteChange(l);
  traceEvent("initialise", plain(l), site);
  if (running.onFiber)
    boundary(Ending::Split);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_spin_destroy, (Object * l), (l)) {
  const xblock_site *site = takeSite();
  if (!modelled(l))
    return XBLOCK_REAL(int(Object *), "pthread_spin_destroy")(l);
  RuntimeScope scope;
  SpinLock *lock = lockAt(l, "pthread_spin_destroy");
  noteWrite(plain(l), sizeof *l, site);
  noteChange(l);
  if (!lock->destroy())
    misuse(plain(l), "pthread_spin_destroy of a spin lock held by %s", HolderName(lock->owner(), resourceOf(l)).text);
  traceEvent("destroy", plain(l), site);
  boundary(Ending::Split);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_spin_lock, (Object * l), (l)) {
  const xblock_site *site = takeSite();
  if (!modelled(l)) {
    if (!running.onFiber && !isForeignStatic(plain(l))) { // before main
      if (!SpinLock::at(plain(l))->take(ThreadId{0}))
        unsupportedBeforeMain("pthread_spin_lock that waits, before main");
      return 0;
    }
    if (running.onFiber && XBLOCK_REAL(int(Object *), "pthread_spin_trylock")(l) == EBUSY)
      unsupported("a library's own spin lock, held across the end of a block", site);
    return running.onFiber ? 0 : XBLOCK_REAL(int(Object *), "pthread_spin_lock")(l);
  }
  RuntimeScope scope;
  SpinLock *lock = lockAt(l, "pthread_spin_lock");
  if (lock->heldBy(running.thread))
    failf(FailureKind::Deadlock, "%s locks a spin lock that it holds already", ThreadName(running.thread).text);
  if (!lock->free())
    boundaryForSpinners();
  beforeAcquire(resourceOf(l));
  if (!lockAt(l, "pthread_spin_lock")->take(running.thread)) { // the block may be another one now
    running.out->acquired.push_back(resourceOf(l));
    blockOn(resourceOf(l));
  }
  noteHeld(resourceOf(l), site);
  traceEvent("lock", plain(l), site);
  afterAcquire(resourceOf(l));
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_spin_unlock, (Object * l), (l)) {
  const xblock_site *site = takeSite();
  if (!modelled(l)) {
    if (running.onFiber || isForeignStatic(plain(l)))
      return XBLOCK_REAL(int(Object *), "pthread_spin_unlock")(l);
    SpinLock::at(plain(l))->unlock(ThreadId{0});
    return 0;
  }
  RuntimeScope scope;
  SpinLock *lock = lockAt(l, "pthread_spin_unlock");
  if (!lock->heldBy(running.thread))
    running.out->sync.add(resourceKey(resourceOf(l)), 1, 0); // who holds it depends on who came before
  if (lock->free())
    misuse(plain(l), "%s unlocks a spin lock that is not locked", ThreadName(running.thread).text);
  if (!lock->unlock(running.thread))
    misuse(plain(l), "%s unlocks a spin lock held by %s", ThreadName(running.thread).text,
          HolderName(lock->owner(), resourceOf(l)).text);
  noteReleased(resourceOf(l));
  traceEvent("unlock", plain(l), site);
  endAtRelease(site);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_spin_trylock, (Object * l), (l)) {
  const xblock_site *site = takeSite();
  if (!modelled(l)) {
    if (running.onFiber || isForeignStatic(plain(l)))
      return XBLOCK_REAL(int(Object *), "pthread_spin_trylock")(l);
    return SpinLock::at(plain(l))->take(ThreadId{0}) ? 0 : EBUSY; // before main
  }
  RuntimeScope scope;
  SpinLock *lock = lockAt(l, "pthread_spin_trylock");
  if (lock->heldBy(running.thread)) // nobody else can make a difference
    return EBUSY;
  bool taken = lock->take(running.thread);
  if (taken)
    noteHeld(resourceOf(l), site, true);
  endTry(resourceOf(l), taken, site, XBLOCK_CALL_PLACE(l));
  return taken ? 0 : EBUSY;
}
