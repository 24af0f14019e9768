//===- model_world.cpp - a World over a tiny program ----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/model_resources.h"
#include "support/model_world.h"

namespace xblock::test {

std::vector<ThreadId> ModelWorld::initial() {
  std::vector<ThreadId> live;
  for (int t = 0; t < static_cast<int>(program_.threads.size()); ++t)
    if (state_.alive(t))
      live.push_back(ThreadId(t));
  return live;
}

void ModelWorld::run(ThreadId thread, std::span<const uint16_t> choices, Outcome &out) {
  int t = static_cast<int>(index(thread));
  demand(defined_, "run() of an undefined state");
  demand(state_.alive(t) && !state_.waits(t), "run() of a thread that is dead or waits");
  out.clear();
  eachHeld(t, [&](Resource r) { out.holding.push_back(r); });
  static constexpr Op kNone{OpKind::Let, 0, 0, 0, Order::SeqCst, {}, 0};
  bool ends = false;
  for (bool ran = false, done = false; !done && !ends;) {
    if (state_.finished(t)) {
      state_.end(t);
      out.ending = Ending::Death;
      break;
    }
    bool inWait = state_.canExpire(t) || state_.reacquires(t);
    const Op &op = inWait ? kNone : state_.next(t);
    if (endsBefore(t, op, out) && ran) {
      out.ending = Ending::Split;
      break;
    }
    ran |= inWait || (op.kind != OpKind::Let && op.kind != OpKind::Jump && op.kind != OpKind::Unless);
    int way = choose(op, choices, out);
    std::vector<Resource> needed = needs(t);
    Resource expires = condition(state_.canExpire(t) ? state_.waitsOn(t) : -1);
    // That it goes on as notified, and does not expire, depends on who notified it.
    if (int c = state_.notifiedInTime(t); c >= 0)
      out.sync.add(resourceKey(condition(c)), 1, 0);
    bool shared = op.kind == OpKind::ReadLock || op.kind == OpKind::TryRead ||
                  (op.kind == OpKind::RwUnlock && state_.writer(op.object) != t);
    Did did = state_.step(t, way);
    lockEvents(op, needed, shared, did, out);
    if (did == Did::Asked && observed_.contains(rwWaiting(op.object))) {
      out.ending = Ending::Split;
      break;
    }
    if (did == Did::Acquired && op.kind == OpKind::WriteLock && program_.prefersWriters(op.object))
      noteReleased(rwWaiting(op.object), out);
    if (did == Did::Released && op.kind == OpKind::RwUnlock)
      noteReleased(shared ? rwReaders(op.object) : rwLock(op.object), out);
    ends = did == Did::Expired;
    if (ends) {
      out.sync.add(resourceKey(expires), 1, 1);
      out.ending = Ending::Split;
    } else if (did == Did::Acquired || did == Did::Blocked) {
      ends = acquire(t, did, needed, out);
    }
    done = note(t, op, did, out);
  }
  close(t, out);
}

/// Notes what op wants or gives, for wait-for graphs. True if a block that has begun ends before
/// it.
bool ModelWorld::endsBefore(int t, const Op &op, Outcome &out) {
  std::vector<Resource> wanted = state_.canExpire(t) ? std::vector<Resource>{} : needs(t);
  std::erase_if(wanted, [&](Resource r) { return isLock(r) && holds(t, r); });
  bool waits = op.kind == OpKind::Wait || op.kind == OpKind::TimedWait;
  if (op.kind == OpKind::Wait)
    wanted.push_back(condition(op.condition));
  if (op.kind == OpKind::Barrier)
    wanted.push_back(barrier(op.object));
  if (op.kind == OpKind::Post)
    out.owed.push_back(semaphore(op.object));
  if (op.kind == OpKind::Notify || op.kind == OpKind::NotifyAll)
    out.owed.push_back(condition(op.object));
  if (op.kind == OpKind::Barrier)
    out.owed.push_back(barrier(op.object));
  bool refined = false;
  for (Resource w : wanted) {
    out.wanted.push_back(w);
    eachHeld(t, [&](Resource held) {
      if (waits && held == mutex(op.object))
        return;
      LockEdge edge{held, w};
      out.ordered.push_back(edge);
      refined |= isLock(w) && boundaries_.contains(edge);
    });
  }
  bool couldBlock =
      op.kind == OpKind::Join || op.kind == OpKind::Sem || op.kind == OpKind::Barrier;
  return refined || (couldBlock && state_.locksHeld(t) > 0);
}

/// Whom a notify wakes, -1 for nobody, and what is chosen; each thread that it wakes, or that notifyall does, goes to
/// out.woken.
int ModelWorld::choose(const Op &op, std::span<const uint16_t> choices, Outcome &out) {
  auto wake = [&](int x) {
    out.events.push_back({.kind = RaceEvent::Kind::Hand, .thread = ThreadId(x)});
    if (!state_.canExpire(x)) // else it is enabled as it is
      out.woken.push_back({ThreadId(x), mutex(state_.mutexToReacquire(x))});
  };
  auto decide = [&](size_t alternatives) {
    uint16_t taken = out.decisions.size() < choices.size() ? choices[out.decisions.size()] : 0;
    demand(taken < alternatives, "a choice that is none");
    out.decisions.push_back({taken, static_cast<uint16_t>(alternatives)});
    return taken;
  };
  if (op.kind == OpKind::Choose)
    return op.value.add == 1 ? 0 : decide(static_cast<size_t>(op.value.add));
  waiters_.clear();
  if (op.kind == OpKind::Barrier && state_.lastToArrive(op))
    state_.arrived(op.object, waiters_);
  if (op.kind != OpKind::Notify && op.kind != OpKind::NotifyAll)
    return -1;
  state_.waiters(op.object, waiters_);
  if (op.kind == OpKind::NotifyAll) {
    for (int x : waiters_)
      wake(x);
    return -1;
  }
  if (waiters_.empty())
    return -1;
  uint16_t taken = 0;
  if (waiters_.size() > 1)
    taken = decide(waiters_.size());
  wake(waiters_[taken]);
  return waiters_[taken];
}

bool ModelWorld::note(int t, const Op &op, Did did, Outcome &out) {
  switch (did) {
  case Did::Blocked:
  case Did::Acquired:
  case Did::Asked:
  case Did::Local:
  case Did::Expired:
    return false;
  case Did::Released:
    if (op.kind == OpKind::Unlock)
      noteReleased(mutex(op.object), out);
    out.ending = Ending::Exit;
    return true;
  case Did::Tried:
  case Did::Busy:
    noteTried(op, did == Did::Tried, out);
    out.ending = Ending::Split;
    return true;
  case Did::Arrived:
    arrived(t, op, out);
    return true;
  case Did::Waits:
    noteReleased(mutex(op.object), out);
    out.sync.add(resourceKey(condition(op.condition)), 1, 1);
    out.ending = Ending::Exit;
    out.nowWaiting = op.kind == OpKind::Wait;
    if (!out.nowWaiting)
      return true;
    out.blockedOn = condition(op.condition);
    return true;
  case Did::Read:
  case Did::Write:
    access(t, op, out);
    out.ending = Ending::Split;
    return plainAccess(t, op, out);
  case Did::Failed:
    access(t, op, out);
    plainAccess(t, op, out);
    fail(t, op, out);
    return true;
  case Did::Atomic:
    access(t, op, out);
    atomicAccess(t, op, out);
    out.ending = Ending::Split;
    return true;
  case Did::Start:
    out.started.push_back(ThreadId(op.object));
    out.events.push_back({.kind = RaceEvent::Kind::Create, .thread = ThreadId(op.object)});
    out.ending = Ending::Split;
    return true;
  case Did::Join:
    out.joined.push_back(ThreadId(op.object));
    out.events.push_back({.kind = RaceEvent::Kind::Join, .thread = ThreadId(op.object)});
    return false;
  case Did::Count:
    out.data.add(resourceKey(semaphore(op.object)), 0, 1);
    out.events.push_back({.kind = op.kind == OpKind::Post ? RaceEvent::Kind::Send
                                                          : RaceEvent::Kind::Receive,
                          .shared = true,
                          .key = resourceKey(semaphore(op.object))});
    out.ending = Ending::Split;
    return true;
  case Did::Looked:
    out.data.add(resourceKey(semaphore(op.object)), 1, 0);
    out.ending = Ending::Split;
    return true;
  case Did::Notify:
    out.sync.add(resourceKey(condition(op.object)), 1, 1);
    out.ending = Ending::Split;
    return state_.locksHeld(t) == 0;
  }
  return false;
}

/// Threads that come to a barrier know of those that came before, and who leaves it of all.
void ModelWorld::arrived(int t, const Op &op, Outcome &out) {
  uint64_t key = resourceKey(barrier(op.object));
  out.data.add(key, 1, 1);
  out.events.push_back({.kind = RaceEvent::Kind::Receive, .key = key});
  out.events.push_back({.kind = RaceEvent::Kind::Send, .key = key});
  for (int x : waiters_) {
    out.events.push_back({.kind = RaceEvent::Kind::Hand, .thread = ThreadId(x)});
    out.woken.push_back({ThreadId(x), Resource{}});
  }
  out.ending = Ending::Split;
  out.nowWaiting = state_.waits(t);
  out.blockedOn = out.nowWaiting ? barrier(op.object) : Resource{};
}

SnapshotId ModelWorld::save() {
  demand(defined_, "save() of an undefined state");
  marks_.push_back(state_.mark());
  return SnapshotId(marks_.size() - 1);
}

void ModelWorld::restore(SnapshotId s) {
  size_t number = static_cast<size_t>(s);
  demand(number < marks_.size(), "restore() of a snapshot that is gone");
  marks_.resize(number + 1);
  state_.rollback(marks_.back());
  defined_ = true;
}

void ModelWorld::discard(SnapshotId s) {
  demand(static_cast<size_t>(s) + 1 == marks_.size(),
         "discard() of a snapshot that is not the newest");
  marks_.pop_back();
  if (marks_.empty())
    state_.forget(0);
}

} // namespace xblock::test
