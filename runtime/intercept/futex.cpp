#include "intercept/futex.h"

#include "intercept/virtual_clock.h"
#include "world/process_world.h"
#include "world/running.h"

#include <cerrno>
#include <linux/futex.h>
#include <vector>

using namespace xblock;

namespace {

Resource resourceOf(const uint32_t *word) { return {ResourceKind::Futex, reinterpret_cast<uint64_t>(word)}; }

std::vector<ThreadId> waitersOf(const uint32_t *word, uint32_t bits) {
  std::vector<ThreadId> all;
  for (uint32_t i = 0; i < scalars.threads; ++i)
    if (threadTable[i].waiting && threadTable[i].condition == resourceOf(word) && (threadTable[i].wakeBits & bits))
      all.push_back(ThreadId{i});
  return all;
}

/// Takes one of them: a choice of the search if there are several.
ThreadId takeOne(std::vector<ThreadId> &waiters) {
  unsigned which = waiters.size() > 1 ? choose(static_cast<unsigned>(waiters.size())) : 0;
  ThreadId t = waiters[which];
  waiters.erase(waiters.begin() + which);
  return t;
}

void wake(ThreadId t) {
  ThreadState &woken = change(t);
  bool mayRun = woken.timed && !woken.idle; // the engine knows it as enabled
  woken.waiting = woken.idle = false;
  if (!mayRun)
    running.out->woken.push_back({t, {}});
}

// No vector lives where a block ends: its fiber's stack is rolled back, and the heap of the runtime is not.

/// Wakes up to `most` of them; all, if they are no more, needs no choice.
long wakeSome(std::vector<ThreadId> &waiters, uint64_t most) {
  bool all = waiters.size() <= most;
  long count = 0;
  for (; !waiters.empty() && static_cast<uint64_t>(count) < most; ++count) {
    if (all) {
      wake(waiters.back());
      waiters.pop_back();
    } else {
      wake(takeOne(waiters));
    }
  }
  return count;
}

void noteWake(uint32_t *word, const xblock_site *site) {
  noteCondition(resourceOf(word));
  running.out->owed.push_back(resourceOf(word));
  traceEvent("wake", word, site);
}

void endVisibleStep(const xblock_site *site) {
  static constexpr xblock_site kUnknown{"", "", 0, 0};
  running.endSite = site ? site : &kUnknown;
  boundary(Ending::Split);
}

int expire(uint32_t *word, uint64_t deadline, CallPlace place, const xblock_site *site) {
  ThreadState &t = change(running.thread);
  t.waiting = t.idle = false;
  expireAt(deadline, place);
  traceEvent("time-out", word, site);
  boundary(Ending::Split);
  return ETIMEDOUT;
}

/// Wakes some that wait on `from`, and lets others wait on `to` instead.
long requeue(uint32_t *from, uint64_t most, uint32_t *to, uint64_t mostMoved) {
  std::vector<ThreadId> waiters = waitersOf(from, kAnyWake);
  long count = wakeSome(waiters, most);
  for (bool all = waiters.size() <= mostMoved; !waiters.empty() && mostMoved; --mostMoved, ++count) {
    ThreadId t = all ? waiters.back() : takeOne(waiters);
    if (all)
      waiters.pop_back();
    change(t).condition = resourceOf(to);
  }
  return count;
}

long wakeFrom(uint32_t *word, uint64_t most, uint32_t bits) {
  std::vector<ThreadId> waiters = waitersOf(word, bits);
  return wakeSome(waiters, most);
}

} // namespace

int xblock::futexWait(uint32_t *word, uint32_t value, uint64_t deadline, uint32_t bits, CallPlace place,
                      const xblock_site *site) {
  RuntimeScope scope;
  boundaryForSpinners();
  running.ran = true;
  noteAtomicRead(word, sizeof *word);
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) {
    traceEvent("no wait, another value:", word, site);
    endVisibleStep(site);
    return EAGAIN;
  }
  if (!running.exploring && deadline == kNever)
    failf(FailureKind::Deadlock, "main waits on a futex, and no other thread exists");
  if (!running.exploring)
    return expire(word, deadline, place, site);
  noteWanted(resourceOf(word));
  noteCondition(resourceOf(word));
  ThreadState &t = change(running.thread);
  t.waiting = true;
  t.condition = resourceOf(word);
  t.mutex = {};
  t.wakeBits = bits;
  t.timed = deadline != kNever;
  t.idle = t.timed && !mayExpire(place);
  running.out->nowWaiting = !t.timed || t.idle;
  if (running.out->nowWaiting)
    running.out->blockedOn = t.idle ? timeOf(deadline, place) : resourceOf(word);
  traceEvent("wait", word, site);
  boundary(Ending::Split);
  if (deadline == kNever)
    return 0;
  noteCondition(resourceOf(word)); // whether it was woken before it could expire depends on who wakes
  if (threadOf(running.thread).waiting)
    return expire(word, deadline, place, site);
  noteFruit(place);
  return 0;
}

long xblock::futexWake(uint32_t *word, uint64_t most, uint32_t bits, const xblock_site *site) {
  RuntimeScope scope;
  noteWake(word, site);
  long count = wakeFrom(word, most, bits);
  if (!holdsLock())
    boundary(Ending::Split);
  return count;
}

long xblock::futexCall(const long (&a)[6], CallPlace place, const xblock_site *site) {
  auto *word = reinterpret_cast<uint32_t *>(a[0]);
  auto *other = reinterpret_cast<uint32_t *>(a[4]);
  const auto *time = reinterpret_cast<const timespec *>(a[3]);
  auto value = static_cast<uint32_t>(a[2]), bits = static_cast<uint32_t>(a[5]);
  auto number = [](long n) { return static_cast<uint64_t>(static_cast<uint32_t>(n)); };
  long operation = a[1] & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
  switch (operation) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET: {
    bool absolute = operation == FUTEX_WAIT_BITSET;
    if ((time && !isTime(time)) || (absolute && !bits))
      return -EINVAL;
    uint64_t deadline = !time ? kNever : absolute ? virtualTime(time) : virtualTimeIn(time);
    return -futexWait(word, value, deadline, absolute ? bits : kAnyWake, place, site);
  }
  case FUTEX_WAKE:
    return futexWake(word, number(a[2]), kAnyWake, site);
  case FUTEX_WAKE_BITSET:
    return bits ? futexWake(word, number(a[2]), bits, site) : -EINVAL;
  case FUTEX_REQUEUE:
  case FUTEX_CMP_REQUEUE: {
    RuntimeScope scope;
    if (operation == FUTEX_CMP_REQUEUE) {
      running.ran = true;
      noteAtomicRead(word, sizeof *word);
      if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != bits)
        return -EAGAIN;
    }
    noteWake(word, site);
    noteCondition(resourceOf(other));
    long count = requeue(word, number(a[2]), other, number(a[3]));
    if (!holdsLock())
      boundary(Ending::Split);
    return count;
  }
  default:
    unsupported("a futex operation that is not wait, wake or requeue", site);
  }
}
