// pthread_cond_*. The state machine is sync/condition.h; who waits stands in the thread table.
#include "intercept/conditions.h"

#include "intercept/cancellation.h"
#include "intercept/define.h"
#include "intercept/mutexes.h"
#include "intercept/time_outs.h"
#include "sync/condition.h"
#include "sync/mutex.h"
#include "world/modules_linux.h"
#include "world/misuse.h"
#include "world/process_world.h"

#include <cerrno>
#include <ctime>

using namespace xblock;

namespace {

Resource conditionOf(pthread_cond_t *c) { return {ResourceKind::Condition, reinterpret_cast<uint64_t>(c)}; }
bool modelled(const pthread_cond_t *c) { return running.onFiber && !isForeignStatic(c); }

Condition *conditionAt(pthread_cond_t *c, const char *what) {
  touchObject(c, sizeof *c);
  if (Condition::at(c)->destroyed())
    noteCondition(conditionOf(c)); // the failure depends on who came before
  if (Condition::at(c)->destroyed())
    misuse(c, "%s of a destroyed condition variable", what);
  return Condition::at(c);
}

/// Waiters of c in ascending order; all, or only the one numbered `only`.
void wake(Resource c, int only) {
  int seen = 0;
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    const ThreadState &t = threadTable[i];
    if (!t.waiting || t.condition != c || (only >= 0 && seen++ != only))
      continue;
    noteHand(ThreadId{i});
    bool mayRun = (t.timed && !t.idle) || t.interrupted; // the engine knows it as enabled
    ThreadState &woken = change(ThreadId{i});
    woken.waiting = woken.idle = false;
    if (!mayRun)
      running.out->woken.push_back({ThreadId{i}, t.mutex});
  }
}

/// Wakes one of them, if there are any.
void wakeOne(pthread_cond_t *c) {
  Condition *condition = conditionAt(c, "pthread_cond_signal");
  SignalResult result = condition->signal();
  if (result == SignalResult::Nobody)
    return;
  unsigned which = result == SignalResult::Choice ? choose(condition->waiters()) : 0;
  wake(conditionOf(c), static_cast<int>(which));
  condition->leave();
}

/// The running thread's wait ends without a notify.
void endUnnotified(pthread_cond_t *c, bool cancelled, bool expired, uint64_t deadline, CallPlace place) {
  conditionAt(c, "pthread_cond_wait")->leave();
  ThreadState &t = change(running.thread);
  t.waiting = t.idle = false;
  if (cancelled)
    return;
  if (expired)
    expireAt(deadline, place);
  else
    noteFruitless(place);
  traceEvent(expired ? "time-out" : "spurious wake-up", c, nullptr);
}

/// Whether the running thread, whose wait ended, is cancelled. If it was notified too, both may come first; cancelled, it
/// leaves the notify to another. Then the block ends: what was decided comes before the mutex is there.
bool endsByRequest(pthread_cond_t *c, bool notified) {
  bool acts = requestActs();
  ThreadState &t = change(running.thread);
  t.atPoint = t.interrupted = false;
  if (!acts || !notified)
    return acts;
  acts = choose(2) == 1;
  noteCondition(conditionOf(c));
  if (acts)
    wakeOne(c);
  boundary(Ending::Split);
  return acts;
}

/// The first thing after a wait is to take the mutex again.
int takeAgain(pthread_mutex_t *m, uint32_t count, const xblock_site *site) {
  Resource lock = resourceOf(m);
  touchObject(m, sizeof *m);
  noteWanted(lock);
  RestoreResult result = Mutex::at(m)->restore(running.thread, count);
  switch (result) {
  case RestoreResult::WouldBlock:
    running.out->acquired.push_back(lock);
    blockOn(lock);
  case RestoreResult::NotRecoverable:
    running.out->sync.add(resourceKey(lock), 1, 0);
    running.ran = true;
    return ENOTRECOVERABLE;
  case RestoreResult::OwnerDied:
    noteHealth(m);
    break;
  case RestoreResult::Taken:
    break;
  }
  noteHeld(lock, site);
  traceEvent("lock", m, site);
  afterAcquire(lock);
  return result == RestoreResult::OwnerDied ? EOWNERDEAD : 0;
}

/// A condition variable of a library: no other OS thread exists that could notify it.
void refuseForeign(const xblock_site *site) {
  if (running.onFiber)
    unsupported("a wait on a library's own condition variable", site);
}

} // namespace

int xblock::waitUntil(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline, const xblock_site *site) {
  RuntimeScope scope;
  const CallPlace place{reinterpret_cast<uint64_t>(site), reinterpret_cast<uint64_t>(__builtin_frame_address(0)),
                        reinterpret_cast<uint64_t>(c)};
  Condition *condition = conditionAt(c, "pthread_cond_wait");
  touchObject(m, sizeof *m);
  Mutex *mutex = Mutex::at(m);
  if (!mutex->valid() || mutex->free() || !mutex->heldBy(running.thread))
    misuse(m, "%s waits on a condition variable without holding its mutex", ThreadName(running.thread).text);
  if (!running.exploring && deadline != kNever) { // alone, it can only expire
    ThreadState &t = change(running.thread);
    if (t.cancel.acts())
      return ECANCELED;
    t.clock = t.clock < deadline ? deadline : t.clock;
    return ETIMEDOUT;
  }
  if (!running.exploring)
    failf(FailureKind::Deadlock, "main waits on a condition variable, and no other thread exists");
  Resource lock{ResourceKind::Mutex, reinterpret_cast<uint64_t>(m)};
  noteCondition(conditionOf(c));
  if (condition->wait(lock.id) == WaitResult::OtherMutex)
    misuse(c, "%s waits on a condition variable on which others wait with another mutex",
          ThreadName(running.thread).text);
  noteWanted(conditionOf(c), lock);
  if (mutex->inconsistent())
    noteHealth(m);
  uint32_t count = mutex->releaseAll(running.thread);
  noteReleased(lock);
  const bool asked = requestActs();
  ThreadState &t = change(running.thread);
  t.waiting = true;
  t.condition = conditionOf(c);
  t.mutex = lock;
  const bool timed = deadline != kNever, endsForNothing = mayEndForNothing(place), mayGoOn = timed || endsForNothing;
  t.timed = mayGoOn;
  t.atPoint = t.cancel.listens();
  t.interrupted = asked;
  t.idle = timed && !asked && !mayExpire(place);
  running.out->nowWaiting = !asked && (!t.timed || t.idle);
  if (running.out->nowWaiting)
    running.out->blockedOn = t.idle ? timeOf(deadline, place) : conditionOf(c);
  traceEvent("wait", c, site);
  boundary(Ending::Exit);
  bool notified = !threadOf(running.thread).waiting;
  const bool cancelled = endsByRequest(c, notified);
  if (mayGoOn || isAsked())
    noteCondition(conditionOf(c)); // whether it was notified before it could expire depends on who notifies
  bool expired = false;
  if (notified && !cancelled) {
    noteFruit(place);
  } else if (!notified) {
    expired = !cancelled && timed && !(endsForNothing && choose(2) == 1);
    endUnnotified(c, cancelled, expired, deadline, place);
    boundary(Ending::Split); // others may run before the mutex is taken again: timed out, and what it waited for is there
  }
  int error = takeAgain(m, count, site);
  return cancelled ? ECANCELED : error ? error : expired ? ETIMEDOUT : 0;
}

void xblock::signalOne(pthread_cond_t *c, const xblock_site *site) {
  RuntimeScope scope;
  conditionAt(c, "pthread_cond_signal");
  noteCondition(conditionOf(c));
  running.out->owed.push_back(conditionOf(c));
  traceEvent("notify", c, site);
  wakeOne(c);
  if (!holdsLock())
    boundary(Ending::Split);
}

void xblock::signalAll(pthread_cond_t *c, const xblock_site *site) {
  RuntimeScope scope;
  Condition *condition = conditionAt(c, "pthread_cond_broadcast");
  noteCondition(conditionOf(c));
  running.out->owed.push_back(conditionOf(c));
  traceEvent("notify all", c, site);
  wake(conditionOf(c), -1);
  condition->broadcast();
  if (!holdsLock())
    boundary(Ending::Split);
}

XBLOCK_EVERYWHERE(int, pthread_cond_init, (pthread_cond_t * c, const pthread_condattr_t *attr), (c, attr)) {
  const xblock_site *site = takeSite();
  if (!modelled(c))
    return XBLOCK_REAL(int(pthread_cond_t *, const pthread_condattr_t *), "pthread_cond_init")(c, attr);
  RuntimeScope scope;
  int shared = 0;
  if (attr)
    pthread_condattr_getpshared(attr, &shared);
  if (shared)
    unsupported("a condition variable shared between processes", site);
  noteWrite(c, sizeof *c, site);
  noteCondition(conditionOf(c));
  Condition::at(c)->init();
  traceEvent("initialise", c, site);
  if (!holdsLock())
    boundary(Ending::Split);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_cond_destroy, (pthread_cond_t * c), (c)) {
  const xblock_site *site = takeSite();
  if (!modelled(c))
    return XBLOCK_REAL(int(pthread_cond_t *), "pthread_cond_destroy")(c);
  RuntimeScope scope;
  Condition *condition = conditionAt(c, "pthread_cond_destroy");
  noteWrite(c, sizeof *c, site);
  noteCondition(conditionOf(c));
  if (!condition->destroy())
    misuse(c, "pthread_cond_destroy of a condition variable on which a thread waits");
  traceEvent("destroy", c, site);
  if (!holdsLock())
    boundary(Ending::Split);
  return 0;
}

namespace {

/// Outside every RuntimeScope.
int waitOrEnd(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline, const xblock_site *site) {
  int error = waitUntil(c, m, deadline, site);
  if (error == ECANCELED)
    actOnRequest();
  return error;
}

} // namespace

XBLOCK_EVERYWHERE(int, pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t *m), (c, m)) {
  const xblock_site *site = takeSite();
  if (!modelled(c)) {
    refuseForeign(site);
    return XBLOCK_REAL(int(pthread_cond_t *, pthread_mutex_t *), "pthread_cond_wait")(c, m);
  }
  return waitOrEnd(c, m, kNever, site);
}

XBLOCK_EVERYWHERE(int, pthread_cond_signal, (pthread_cond_t * c), (c)) {
  const xblock_site *site = takeSite();
  if (!modelled(c))
    return XBLOCK_REAL(int(pthread_cond_t *), "pthread_cond_signal")(c);
  signalOne(c, site);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_cond_broadcast, (pthread_cond_t * c), (c)) {
  const xblock_site *site = takeSite();
  if (!modelled(c))
    return XBLOCK_REAL(int(pthread_cond_t *), "pthread_cond_broadcast")(c);
  signalAll(c, site);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_cond_timedwait, (pthread_cond_t * c, pthread_mutex_t *m, const timespec *until),
                  (c, m, until)) {
  const xblock_site *site = takeSite();
  if (!modelled(c)) {
    refuseForeign(site);
    return XBLOCK_REAL(int(pthread_cond_t *, pthread_mutex_t *, const timespec *), "pthread_cond_timedwait")(c, m, until);
  }
  noteRead(until, sizeof *until, site);
  if (!isTime(until))
    return EINVAL;
  return waitOrEnd(c, m, virtualTime(until), site);
}

XBLOCK_EVERYWHERE(int, pthread_cond_clockwait,
                  (pthread_cond_t * c, pthread_mutex_t *m, clockid_t clock, const timespec *until), (c, m, clock, until)) {
  const xblock_site *site = takeSite();
  if (!modelled(c)) {
    refuseForeign(site);
    return XBLOCK_REAL(int(pthread_cond_t *, pthread_mutex_t *, clockid_t, const timespec *),
                       "pthread_cond_clockwait")(c, m, clock, until);
  }
  noteRead(until, sizeof *until, site);
  if (!isTime(until) || !isClock(clock))
    return EINVAL;
  return waitOrEnd(c, m, virtualTime(until), site);
}
