// sem_*. The state machine is sync/semaphore.h, laid over the program's own object.
#include "sync/semaphore.h"
#include "intercept/cancellation.h"
#include "intercept/define.h"
#include "intercept/thread_exit.h"
#include "intercept/time_outs.h"
#include "world/misuse.h"
#include "world/modules_linux.h"

#include <cerrno>
#include <semaphore.h>

using namespace xblock;

namespace {

Resource resourceOf(const sem_t *s) { return {ResourceKind::Semaphore, reinterpret_cast<uint64_t>(s)}; }
bool modelled(const sem_t *s) { return running.onFiber && !isForeignStatic(s); }

int fails(int error) {
  errno = error;
  return -1;
}

/// Whoever looks at the value comes before or after.
void noteValue(const sem_t *s, bool written) {
  running.ran = true;
  running.out->data.add(resourceKey(resourceOf(s)), !written, written);
}

Semaphore *semaphoreAt(sem_t *s, const char *what) {
  Semaphore *semaphore = Semaphore::at(s);
  touchObject(s, sizeof *s);
  if (!semaphore->ready() && running.onFiber)
    noteValue(s, false); // the failure depends on who came before
  if (semaphore->destroyed())
    misuse(s, "%s of a destroyed semaphore", what);
  if (!semaphore->ready())
    misuse(s, "%s of a semaphore that sem_init did not make", what);
  return semaphore;
}

/// It was made or destroyed: whoever uses it comes before or after.
void changed(const sem_t *s) {
  if (!running.onFiber)
    return;
  noteValue(s, true);
  boundary(Ending::Split);
}

/// A unit was taken.
void taken(sem_t *s, const xblock_site *site) {
  noteValue(s, true);
  noteTake(resourceOf(s));
  traceEvent("take", s, site);
  boundary(Ending::Split);
}

/// There was none, and the thread goes on: a visible step, which a waiting loop may consist of.
void notTaken(sem_t *s, const char *verb, const xblock_site *site) {
  static constexpr xblock_site kUnknown{"", "", 0, 0};
  noteValue(s, false);
  traceEvent(verb, s, site);
  running.endSite = site ? site : &kUnknown;
  boundary(Ending::Split);
}

/// What is called before main, when no fiber runs, changes the object and tells nobody.
Semaphore *beforeMain(sem_t *s) { return running.onFiber || isForeignStatic(s) ? nullptr : Semaphore::at(s); }

void refuseForeign(const xblock_site *site) {
  if (running.onFiber)
    unsupported("a wait for a library's own semaphore", site);
}

/// ECANCELED: the thread is to be cancelled.
int takeUntil(sem_t *s, const timespec *until, const char *name, const xblock_site *site, CallPlace place) {
  RuntimeScope scope;
  noteRead(until, sizeof *until, site);
  if (!isTime(until)) { // before it looks at the semaphore
    notTaken(s, "no unit:", site);
    return EINVAL;
  }
  for (bool alone = false; !requestActs();) {
    if (semaphoreAt(s, name)->take()) {
      noteFruit(place);
      taken(s, site);
      return 0;
    }
    if (alone || mayExpire(place)) {
      expireAt(virtualTime(until), place);
      notTaken(s, "time-out, no unit:", site);
      return ETIMEDOUT;
    }
    noteValue(s, false);
    change(running.thread).atPoint = threadOf(running.thread).cancel.listens();
    alone = !waitForOthers(resourceOf(s), virtualTime(until), place);
    change(running.thread).atPoint = false;
  }
  endBeforeActing();
  return ECANCELED;
}

/// Outside every RuntimeScope.
int resultOf(int error) {
  if (error == ECANCELED)
    actOnRequest();
  return error ? fails(error) : 0;
}

/// True if the thread is to be cancelled.
bool takeWaiting(sem_t *s, const xblock_site *site) {
  RuntimeScope scope;
  boundaryBeforeBlocking();
  if (requestActs()) {
    endBeforeActing();
    return true;
  }
  noteWanted(resourceOf(s));
  if (!semaphoreAt(s, "sem_wait")->take()) {
    noteValue(s, false);
    blockOn(resourceOf(s));
  }
  taken(s, site);
  return false;
}

} // namespace

XBLOCK_EVERYWHERE(int, sem_init, (sem_t * s, int shared, unsigned value), (s, shared, value)) {
  const xblock_site *site = takeSite();
  if (isForeignStatic(s))
    return XBLOCK_REAL(int(sem_t *, int, unsigned), "sem_init")(s, shared, value);
  RuntimeScope scope;
  if (shared)
    unsupported("a semaphore shared between processes", site);
  noteWrite(s, sizeof *s, site);
  bool made = Semaphore::at(s)->init(value);
  traceEvent("initialise", s, site);
  changed(s);
  return made ? 0 : fails(EINVAL);
}

XBLOCK_EVERYWHERE(int, sem_destroy, (sem_t * s), (s)) {
  const xblock_site *site = takeSite();
  if (isForeignStatic(s))
    return XBLOCK_REAL(int(sem_t *), "sem_destroy")(s);
  RuntimeScope scope;
  Semaphore *semaphore = semaphoreAt(s, "sem_destroy");
  noteWrite(s, sizeof *s, site);
  semaphore->destroy();
  traceEvent("destroy", s, site);
  changed(s);
  return 0;
}

XBLOCK_EVERYWHERE(int, sem_post, (sem_t * s), (s)) {
  const xblock_site *site = takeSite();
  if (Semaphore *early = beforeMain(s))
    return early->post() ? 0 : fails(EOVERFLOW);
  if (!modelled(s))
    return XBLOCK_REAL(int(sem_t *), "sem_post")(s);
  RuntimeScope scope;
  bool posted = semaphoreAt(s, "sem_post")->post();
  noteValue(s, posted);
  if (!posted)
    misuse(s, "sem_post of a semaphore that counts SEM_VALUE_MAX already");
  notePost(resourceOf(s));
  running.out->owed.push_back(resourceOf(s));
  traceEvent("post", s, site);
  boundary(Ending::Split);
  return 0;
}

XBLOCK_EVERYWHERE(int, sem_wait, (sem_t * s), (s)) {
  const xblock_site *site = takeSite();
  if (Semaphore *early = beforeMain(s); early && !early->take())
    unsupportedBeforeMain("sem_wait that waits, before main");
  else if (early)
    return 0;
  if (!modelled(s)) {
    refuseForeign(site);
    return XBLOCK_REAL(int(sem_t *), "sem_wait")(s);
  }
  if (takeWaiting(s, site))
    actOnRequest();
  return 0;
}

XBLOCK_EVERYWHERE(int, sem_trywait, (sem_t * s), (s)) {
  const xblock_site *site = takeSite();
  if (Semaphore *early = beforeMain(s))
    return early->take() ? 0 : fails(EAGAIN);
  if (!modelled(s))
    return XBLOCK_REAL(int(sem_t *), "sem_trywait")(s);
  RuntimeScope scope;
  if (semaphoreAt(s, "sem_trywait")->take()) {
    taken(s, site);
    return 0;
  }
  notTaken(s, "try to take, no unit:", site);
  return fails(EAGAIN);
}

XBLOCK_EVERYWHERE(int, sem_timedwait, (sem_t * s, const timespec *until), (s, until)) {
  const xblock_site *site = takeSite();
  if (!modelled(s)) {
    refuseForeign(site);
    return XBLOCK_REAL(int(sem_t *, const timespec *), "sem_timedwait")(s, until);
  }
  return resultOf(takeUntil(s, until, "sem_timedwait", site, XBLOCK_CALL_PLACE(s)));
}

XBLOCK_EVERYWHERE(int, sem_clockwait, (sem_t * s, clockid_t clock, const timespec *until), (s, clock, until)) {
  const xblock_site *site = takeSite();
  if (!modelled(s)) {
    refuseForeign(site);
    return XBLOCK_REAL(int(sem_t *, clockid_t, const timespec *), "sem_clockwait")(s, clock, until);
  }
  if (!isClock(clock))
    return fails(EINVAL);
  return resultOf(takeUntil(s, until, "sem_clockwait", site, XBLOCK_CALL_PLACE(s)));
}

XBLOCK_EVERYWHERE(int, sem_getvalue, (sem_t * s, int *value), (s, value)) {
  const xblock_site *site = takeSite();
  if (Semaphore *early = beforeMain(s)) {
    *value = static_cast<int>(early->value());
    return 0;
  }
  if (!modelled(s))
    return XBLOCK_REAL(int(sem_t *, int *), "sem_getvalue")(s, value);
  RuntimeScope scope;
  noteWrite(value, sizeof *value, site);
  *value = static_cast<int>(semaphoreAt(s, "sem_getvalue")->value());
  notTaken(s, "look at", site);
  return 0;
}
