// The bound on time-outs, for all kinds of timed waits.
#include "intercept/time_outs.h"

#include "intercept/virtual_clock.h"
#include "world/process_world.h"
#include "world/running.h"

namespace xblock {

bool isTime(const timespec *t) { return t->tv_nsec >= 0 && t->tv_nsec < static_cast<long>(kBillion); }

bool isClock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

uint64_t virtualTime(const timespec *t) {
  uint64_t now = static_cast<uint64_t>(t->tv_sec) * kBillion + static_cast<uint64_t>(t->tv_nsec);
  return t->tv_sec >= 0 && now > kStartOfTime * kBillion ? now - kStartOfTime * kBillion : 0;
}

uint64_t virtualTimeIn(const timespec *length) {
  return threadOf(running.thread).clock + static_cast<uint64_t>(length->tv_sec) * kBillion +
         static_cast<uint64_t>(length->tv_nsec);
}

bool mayExpire(CallPlace place) {
  bool may = !running.exploring || timesFruitless(place) < running.mostTimeouts;
  running.timeoutsBounded |= !may;
  return may;
}

bool mayEndForNothing(CallPlace place) {
  bool may = running.spurious && timesFruitless(place) == 0;
  running.spuriousBounded |= running.spurious && !may;
  return may;
}

void expireAt(uint64_t deadline, CallPlace place) {
  ThreadState &t = change(running.thread);
  t.clock = t.clock < deadline ? deadline : t.clock;
  noteFruitless(place);
}

Resource timeOf(uint64_t deadline, CallPlace place) {
  return {timesFruitless(place) < running.mostTimeouts + kMostAlone ? ResourceKind::Time : ResourceKind::Bound, deadline};
}

bool waitForOthers(Resource r, uint64_t deadline, CallPlace place) {
  ThreadState &t = change(running.thread);
  t.waiting = t.timed = t.idle = true;
  t.condition = r;
  t.mutex = {};
  ++scalars.idle;
  running.out->nowWaiting = true;
  running.out->blockedOn = timeOf(deadline, place);
  boundary(Ending::Split);
  ThreadState &now = change(running.thread);
  bool alone = now.idle;
  scalars.idle -= alone;
  now.waiting = now.idle = false;
  return !alone;
}

} // namespace xblock
