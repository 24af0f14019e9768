// The bound on time-outs, for all kinds of timed waits.
#include "intercept/time_outs.h"

#include "intercept/virtual_clock.h"
#include "world/process_world.h"
#include "world/running.h"

namespace xblock {

namespace {

uint64_t doneByOthers(const ThreadState &t) { return scalars.progress - t.progress; }

} // namespace

bool isTime(const timespec *t) { return t->tv_nsec >= 0 && t->tv_nsec < static_cast<long>(kBillion); }

uint64_t virtualTime(const timespec *t) {
  uint64_t now = static_cast<uint64_t>(t->tv_sec) * kBillion + static_cast<uint64_t>(t->tv_nsec);
  return t->tv_sec >= 0 && now > kStartOfTime * kBillion ? now - kStartOfTime * kBillion : 0;
}

uint64_t virtualTimeIn(const timespec *length) {
  return threadOf(running.thread).clock + static_cast<uint64_t>(length->tv_sec) * kBillion +
         static_cast<uint64_t>(length->tv_nsec);
}

bool mayExpire() {
  const ThreadState &t = threadOf(running.thread);
  bool may = !running.exploring || t.expiries < running.mostTimeouts || t.othersThen != doneByOthers(t);
  running.timeoutsBounded |= !may;
  return may;
}

void expireAt(uint64_t deadline) {
  ThreadState &t = change(running.thread);
  if (t.othersThen != doneByOthers(t))
    t.expiries = 0;
  t.othersThen = doneByOthers(t);
  ++t.expiries;
  t.clock = t.clock < deadline ? deadline : t.clock;
}

bool waitForOthers(Resource r) {
  ThreadState &t = change(running.thread);
  t.waiting = t.timed = t.idle = true;
  t.condition = r;
  t.mutex = {};
  ++scalars.timedWaiters;
  running.out->nowWaiting = true;
  running.out->blockedOn = r;
  boundary(Ending::Split);
  ThreadState &now = change(running.thread);
  bool alone = now.idle;
  now.waiting = now.idle = false;
  --scalars.timedWaiters;
  return !alone;
}

} // namespace xblock
