// pthread_cancel, and the points where it acts. The state machine is sync/cancellation.h.
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

void noteRequest(ThreadId t, bool written) {
  running.ran = true;
  running.out->data.add(resourceKey(cancelOf(t)), !written, written);
}

/// Of the points of a block of a thread that nobody asks: a loop around them, in which it would wait to be cancelled, must end
/// its block.
bool isOneOfMany() {
  constexpr uint32_t kMany = 1000;
  return running.points >= kMany;
}

void endLoopStep(const xblock_site *site) {
  static constexpr xblock_site kUnknown{"", "", 0, 0};
  running.endSite = site ? site : &kUnknown;
}

} // namespace

bool xblock::isAsked(ThreadId t) {
  return running.exploring && (running.replaying || isObserved(cancelOf(t)));
}

bool xblock::meetPoint() { return meetPoint(isAsked() || isOneOfMany()); }

bool xblock::meetPoint(bool ends) {
  Cut here{Cut::AtPoint, ++running.points};
  if (!running.exploring || !(running.replaying ? running.given == here : ends))
    return false;
  running.out->cut = here;
  return true;
}

bool xblock::requestActs() {
  const Cancellation &cancel = threadOf(running.thread).cancel;
  if (cancel.listens() && (isAsked() || isOneOfMany()))
    noteRequest(running.thread, false);
  if (cancel.requested() && cancel.returned())
    unsupported("a cancellation point after the thread's function returned, with a request pending", nullptr);
  return cancel.acts();
}

void xblock::endBeforeActing() {
  if (meetPoint())
    boundary(Ending::Split);
}

void xblock::actOnRequest() {
  traceEvent("is cancelled", nullptr, nullptr);
  unwindThread(PTHREAD_CANCELED);
}

namespace {

/// Where a thread is cancelled asynchronously, that is at the start of each of its blocks: they are one write long.
void comeToAnyMoment() {
  noteRequest(running.thread, false);
  if (!threadOf(running.thread).cancel.acts())
    return;
  running.actedAtOnce = true;
  actOnRequest();
}

bool isOneForAnyMoment(ThreadId t) {
  const Cancellation &cancel = threadOf(t).cancel;
  return cancel.asynchronous() && cancel.listens() && isAsked(t);
}

} // namespace

void xblock::modelAsynchronousCancellation() { anyMoment = {isOneForAnyMoment, comeToAnyMoment}; }

void xblock::endAfterOwnChange() {
  const Cancellation &cancel = threadOf(running.thread).cancel;
  if (running.onFiber && cancel.asynchronous() && cancel.listens())
    endBeforeActing();
}

bool xblock::mayBeCancelledAnyMoment() {
  const Cancellation &cancel = threadOf(running.thread).cancel;
  if (!cancel.asynchronous() || !cancel.listens())
    return false;
  if (isAsked())
    noteRequest(running.thread, false);
  return true;
}

void xblock::cancellationPoint(const xblock_site *site) {
  if (!threadOf(running.thread).cancel.listens() && !threadOf(running.thread).cancel.returned())
    return;
  bool acts = requestActs();
  if (meetPoint()) {
    if (!acts)
      endLoopStep(site);
    boundary(Ending::Split);
  }
  if (acts)
    actOnRequest();
}

void xblock::sleepAtPoint(uint64_t nanoseconds, const xblock_site *site, CallPlace place) {
  const uint64_t deadline = change(running.thread).clock + nanoseconds;
  for (bool alone = false;;) {
    bool acts = requestActs();
    bool visible = threadOf(running.thread).cancel.listens() && meetPoint();
    if (visible && !acts && !alone && !mayExpire(place)) {
      change(running.thread).atPoint = true;
      alone = !waitForOthers(cancelOf(running.thread), deadline, place);
      change(running.thread).atPoint = false;
      continue;
    }
    if (visible && !acts)
      expireAt(deadline, place);
    if (!acts)
      change(running.thread).clock = deadline;
    running.clockSeen = true;
    running.timePassed |= nanoseconds != 0;
    if (visible) {
      endLoopStep(site);
      boundary(Ending::Split);
    }
    if (acts)
      actOnRequest();
    return;
  }
}

XBLOCK_EVERYWHERE(int, pthread_cancel, (pthread_t thread), (thread)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t), "pthread_cancel")(thread);
  if (!exists(thread))
    return ESRCH;
  ThreadId id{static_cast<uint32_t>(thread - 1)};
  {
    RuntimeScope scope;
    if (running.exploring && !running.refines)
      unsupported("pthread_cancel under a mode as published", site);
    running.out->tried.push_back(cancelOf(id));
    noteRequest(id, true);
    if (threadOf(id).life.detached())
      running.out->data.add(resourceKey({ResourceKind::ThreadEnd, index(id)}), 1, 0);
    if (threadOf(id).life.gone())
      misuse(id, "pthread_cancel of %s, which %s", ThreadName(id).text,
            threadOf(id).life.joined() ? "was joined before" : "is detached and has ended");
    traceThread("cancel", id, site);
    ThreadState &t = change(id);
    t.cancel.request();
    if (t.atPoint && t.condition.kind == ResourceKind::Condition) {
      noteCondition(t.condition); // who notifies it comes before or after
      if (t.waiting && !t.interrupted && t.cancel.acts()) {
        bool mayRun = t.timed && !t.idle; // the engine knows it as enabled
        t.interrupted = true;
        t.idle = false;
        if (!mayRun)
          running.out->woken.push_back({id, {}});
      }
    }
    boundary(Ending::Split);
  }
  const Cancellation &mine = threadOf(running.thread).cancel;
  if (id == running.thread && mine.asynchronous() && mine.acts())
    actOnRequest();
  return 0;
}

XBLOCK_EVERYWHERE(void, pthread_testcancel, (), ()) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(void(), "pthread_testcancel")();
  cancellationPoint(site);
}

namespace {

/// Tells the old one of two values; EINVAL if the new one was none.
int changed(bool accepted, int before, int *old, const xblock_site *site) {
  if (!accepted)
    return EINVAL;
  if (old) {
    noteWrite(old, sizeof *old, site);
    *old = before;
  }
  return 0;
}

/// A request is acted on at once where the thread becomes one that is cancelled asynchronously.
void actIfAsynchronous(const xblock_site *site) {
  if (threadOf(running.thread).cancel.asynchronous())
    cancellationPoint(site);
}

} // namespace

XBLOCK_EVERYWHERE(int, pthread_setcancelstate, (int state, int *old), (state, old)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(int, int *), "pthread_setcancelstate")(state, old);
  int before = 0;
  int error = 0;
  leaveAsynchronous([&] { error = changed(change(running.thread).cancel.setState(state, before), before, old, site); });
  actIfAsynchronous(site);
  return error;
}

XBLOCK_EVERYWHERE(int, pthread_setcanceltype, (int type, int *old), (type, old)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(int, int *), "pthread_setcanceltype")(type, old);
  int before = 0;
  int error = 0;
  leaveAsynchronous([&] { error = changed(change(running.thread).cancel.setType(type, before), before, old, site); });
  actIfAsynchronous(site);
  return error;
}
