// pthread_join and its variants. The state machine is sync/thread_life.h.
//
// A join is one step, so that no other lies within it. That two threads are in the middle of joins of the same third one is misuse: of
// a thread that several wait for, in any schedules, the engine has us end a block also where a join begins to wait.
#include "intercept/cancellation.h"
#include "intercept/define.h"
#include "intercept/time_outs.h"
#include "world/misuse.h"
#include "world/process_world.h"

#include <cerrno>
#include <pthread.h>

using namespace xblock;

namespace {

bool exists(pthread_t t) { return t >= 1 && t <= scalars.threads; }
ThreadId idOf(pthread_t t) { return ThreadId{static_cast<uint32_t>(t - 1)}; }
Resource endOf(ThreadId t) { return {ResourceKind::ThreadEnd, index(t)}; }
Resource joinOf(ThreadId t) { return {ResourceKind::Join, index(t)}; }
bool severalJoin(ThreadId t) { return running.exploring && (running.replaying || isObserved(joinOf(t))); }

/// What is done now differs before and after the end of t.
void noteLife(ThreadId t) {
  running.ran = true;
  running.out->data.add(resourceKey(endOf(t)), 1, 0);
}

/// 0, EDEADLK, or EBUSY: it still runs.
int join(ThreadId id, const char *name) {
  if (severalJoin(id))
    running.out->data.add(resourceKey(joinOf(id)), 1, 0);
  switch (change(id).life.join(id, running.thread)) {
  case JoinResult::WouldBlock:
    return EBUSY;
  case JoinResult::Self:
    return EDEADLK;
  case JoinResult::OfDetached:
    misuse(id, "%s of %s, which is detached", name, ThreadName(id).text);
  case JoinResult::JoinedBefore:
    misuse(id, "%s of %s, which was joined before", name, ThreadName(id).text);
  case JoinResult::WaitedFor:
    misuse(id, "%s of %s, while %s waits for its end in a join", name, ThreadName(id).text,
           ThreadName(threadOf(id).life.waiter()).text);
  case JoinResult::Joined:
    break;
  }
  if (isAsked(id))
    running.out->data.add(resourceKey(cancelOf(id)), 1, 0); // to cancel it is misuse from now on
  return 0;
}

void giveResult(ThreadId id, void **result, const xblock_site *site) {
  if (!result)
    return;
  noteWrite(result, sizeof *result, site);
  *result = threadOf(id).result;
}

/// If several join it, the running thread is in the middle of its join from here on.
void beginToWait(ThreadId id, const xblock_site *site) {
  if (id == running.thread)
    return;
  if (severalJoin(id))
    noteLife(id);
  const ThreadLife &life = threadOf(id).life;
  if (!life.running() || life.detached() || life.waitedForByOther(running.thread) || !meetPoint(isObserved(joinOf(id))))
    return;
  running.out->data.add(resourceKey(joinOf(id)), 0, 1);
  change(id).life.wait(running.thread);
  traceThread("wait for the end of", id, site);
  boundary(Ending::Split);
}

/// Its join ends before that thread does.
void giveUp(ThreadId id) {
  running.out->tried.push_back(joinOf(id));
  if (!threadOf(id).life.waitedForBy(running.thread))
    return;
  running.out->data.add(resourceKey(joinOf(id)), 0, 1);
  change(id).life.stopWaiting();
}

/// glibc looks for a request only if the thread still runs, or just seems to.
bool endsInstead(ThreadId id) {
  if (!requestActs())
    return false;
  noteLife(id);
  return !threadOf(id).life.ended() || choose(2) == 1;
}

/// ECANCELED: the running thread is to be cancelled.
int waitForEnd(ThreadId id, void **result, const xblock_site *site) {
  RuntimeScope scope;
  boundaryBeforeBlocking();
  running.ran = true;
  beginToWait(id, site);
  if (id != running.thread && endsInstead(id)) {
    giveUp(id);
    endBeforeActing();
    return ECANCELED;
  }
  noteWanted(endOf(id));
  bool couldHaveBegunBefore = severalJoin(id) && !threadOf(id).life.waitedForBy(running.thread);
  int error = join(id, "pthread_join");
  if (error == EBUSY) {
    bool mayBeCancelled = threadOf(running.thread).cancel.listens() && isAsked();
    blockOn({mayBeCancelled ? ResourceKind::EndOrCancel : ResourceKind::ThreadEnd, index(id)});
  }
  traceThread("join", id, site);
  if (error)
    return error;
  if (couldHaveBegunBefore)
    noteSeenEnd(id);
  else
    noteJoined(id);
  giveResult(id, result, site);
  return 0;
}

/// Ends a block in which it was seen whether t runs.
void endLook(const xblock_site *site) {
  static constexpr xblock_site kUnknown{"", "", 0, 0};
  running.endSite = site ? site : &kUnknown;
  boundary(Ending::Split);
}

/// Without time: at most until then. ECANCELED as above.
int waitForEndBefore(ThreadId id, void **result, const timespec *until, const char *name, const xblock_site *site,
                     CallPlace place) {
  RuntimeScope scope;
  if (running.exploring && !running.refines)
    unsupported("a look whether a thread has ended, under a mode as published", site);
  if (until) {
    noteRead(until, sizeof *until, site);
    beginToWait(id, site);
  }
  for (bool alone = false;;) {
    if (until && endsInstead(id)) {
      giveUp(id);
      endBeforeActing();
      return ECANCELED;
    }
    noteLife(id);
    const ThreadLife &life = threadOf(id).life;
    bool waitedFor = !until && life.running() && life.waitedForByOther(running.thread);
    int error = waitedFor ? EBUSY : join(id, name);
    if (!error) {
      running.out->tried.push_back(joinOf(id));
      noteSeenEnd(id);
      noteFruit(place);
      giveResult(id, result, site);
      traceThread("join", id, site);
      boundary(Ending::Split);
      return 0;
    }
    if (error == EDEADLK && !until)
      error = EBUSY; // glibc sees first that it runs
    if (error == EBUSY && until && !isTime(until))
      error = EINVAL;
    bool waits = error == EBUSY && until;
    if (!waits || alone || mayExpire(place)) {
      if (waits)
        expireAt(virtualTime(until), place);
      if (until)
        giveUp(id);
      traceThread(waits ? "time-out, not yet the end of" : "not yet the end of", id, site);
      endLook(site);
      return waits ? ETIMEDOUT : error;
    }
    change(running.thread).atPoint = threadOf(running.thread).cancel.listens();
    alone = !waitForOthers(endOf(id), virtualTime(until), place);
    change(running.thread).atPoint = false;
  }
}

/// Outside every RuntimeScope.
int resultOf(int error) {
  if (error == ECANCELED)
    actOnRequest();
  return error;
}

} // namespace

XBLOCK_EVERYWHERE(int, pthread_join, (pthread_t thread, void **result), (thread, result)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, void **), "pthread_join")(thread, result);
  return exists(thread) ? resultOf(waitForEnd(idOf(thread), result, site)) : ESRCH;
}

XBLOCK_EVERYWHERE(int, pthread_tryjoin_np, (pthread_t thread, void **result), (thread, result)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, void **), "pthread_tryjoin_np")(thread, result);
  return exists(thread) ? waitForEndBefore(idOf(thread), result, nullptr, "pthread_tryjoin_np", site, {}) : ESRCH;
}

XBLOCK_EVERYWHERE(int, pthread_timedjoin_np, (pthread_t thread, void **result, const timespec *until),
                  (thread, result, until)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, void **, const timespec *), "pthread_timedjoin_np")(thread, result, until);
  if (!exists(thread))
    return ESRCH;
  if (!until)
    return resultOf(waitForEnd(idOf(thread), result, site));
  return resultOf(waitForEndBefore(idOf(thread), result, until, "pthread_timedjoin_np", site, XBLOCK_CALL_PLACE(thread)));
}

XBLOCK_EVERYWHERE(int, pthread_clockjoin_np, (pthread_t thread, void **result, clockid_t clock, const timespec *until),
                  (thread, result, clock, until)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, void **, clockid_t, const timespec *), "pthread_clockjoin_np")(thread, result, clock,
                                                                                                    until);
  if (!exists(thread))
    return ESRCH;
  if (!isClock(clock))
    return EINVAL;
  if (!until)
    return resultOf(waitForEnd(idOf(thread), result, site));
  return resultOf(waitForEndBefore(idOf(thread), result, until, "pthread_clockjoin_np", site, XBLOCK_CALL_PLACE(thread)));
}
