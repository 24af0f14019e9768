//===- model_world.cpp - a World over a tiny program --------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/model_world.h"

#include <cstdio>
#include <cstdlib>

namespace xblock::test {
namespace {

void demand(bool kept, const char *rule) {
  if (kept)
    return;
  std::fprintf(stderr, "ModelWorld: contract broken: %s\n", rule);
  std::abort();
}

Resource resource(ResourceKind kind, int number) { return {kind, static_cast<uint64_t>(number)}; }
Resource mutex(int number) { return resource(ResourceKind::Mutex, number); }
Resource condition(int number) { return resource(ResourceKind::Condition, number); }
Resource semaphore(int number) { return resource(ResourceKind::Semaphore, number); }
Resource rwLock(int number) { return resource(ResourceKind::RwLock, number); }
Resource rwReaders(int number) { return resource(ResourceKind::RwReaders, number); }
Resource barrier(int number) { return resource(ResourceKind::Barrier, number); }
Resource threadEnd(int number) { return resource(ResourceKind::ThreadEnd, number); }
bool isLock(Resource r) {
  return r.kind == ResourceKind::Mutex || r.kind == ResourceKind::RwLock ||
         r.kind == ResourceKind::RwReaders;
}
uint64_t variableKey(int number) { return static_cast<uint64_t>(number); }

} // namespace

std::vector<ThreadId> ModelWorld::initial() {
  std::vector<ThreadId> live;
  for (int t = 0; t < static_cast<int>(program_.threads.size()); ++t)
    if (state_.alive(t))
      live.push_back(ThreadId(t));
  return live;
}

template <class Function> void ModelWorld::eachHeld(int t, Function function) const {
  if (state_.locksHeld(t) == 0)
    return;
  for (int m = 0; m < static_cast<int>(program_.mutexes.size()); ++m)
    if (state_.owner(m) == t)
      function(mutex(m));
  for (int l = 0; l < static_cast<int>(program_.rwLocks.size()); ++l) {
    if (state_.writer(l) == t)
      function(rwLock(l));
    if (state_.readerCount(l, t))
      function(rwReaders(l));
  }
}

bool ModelWorld::holds(int t, Resource r) const {
  int number = static_cast<int>(r.id);
  if (r.kind == ResourceKind::RwReaders)
    return state_.readerCount(number, t) > 0;
  return (r.kind == ResourceKind::Mutex ? state_.owner(number) : state_.writer(number)) == t;
}

/// What op of t, or what it has to do before it, needs to go on: one or, to write under a
/// reader-writer lock, two.
std::vector<Resource> ModelWorld::needs(int t) const {
  if (state_.reacquires(t))
    return {mutex(state_.mutexToReacquire(t))};
  const Op &op = state_.next(t);
  switch (op.kind) {
  case OpKind::Lock:
    return {mutex(op.object)};
  case OpKind::ReadLock:
    if (state_.readerCount(op.object, t))
      return {};
    return {rwLock(op.object)};
  case OpKind::WriteLock:
    return {rwLock(op.object), rwReaders(op.object)};
  case OpKind::Join:
    return {threadEnd(op.object)};
  case OpKind::Sem:
    return {semaphore(op.object)};
  default:
    return {};
  }
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
    int woken = choose(op, choices, out);
    std::vector<Resource> needed = needs(t);
    Resource expires = condition(state_.canExpire(t) ? state_.waitsOn(t) : -1);
    // That it goes on as notified, and does not expire, depends on who notified it.
    if (int c = state_.notifiedInTime(t); c >= 0)
      out.sync.add(resourceKey(condition(c)), 1, 0);
    bool shared = op.kind == OpKind::ReadLock || op.kind == OpKind::TryRead ||
                  (op.kind == OpKind::RwUnlock && state_.writer(op.object) != t);
    Did did = state_.step(t, woken);
    lockEvents(op, needed, shared, did, out);
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

/// Notes what had to be free. True if the block ends.
bool ModelWorld::acquire(int t, Did did, const std::vector<Resource> &needed, Outcome &out) {
  for (Resource r : needed) {
    if (isLock(r))
      out.acquired.push_back(r);
    if (did != Did::Blocked)
      continue;
    if (r.kind == ResourceKind::Semaphore)
      out.data.add(resourceKey(r), 1, 0);
    bool missing = !available(r) && (out.ending != Ending::Blocked);
    if (missing) {
      out.ending = Ending::Blocked;
      out.blockedOn = r;
    }
  }
  if (did == Did::Blocked) {
    demand(out.ending == Ending::Blocked, "a thread is blocked on nothing");
    defined_ = false;
    return true;
  }
  if (needed.empty())
    return false;
  bool reads = needed[0].kind == ResourceKind::RwLock && needed.size() == 1;
  Resource taken = reads ? rwReaders(static_cast<int>(needed[0].id)) : needed[0];
  if (!observed_.contains(taken))
    return false;
  demand(holds(t, taken), "a lock that was taken is not held");
  out.ending = Ending::Split;
  return true;
}

/// Locks whose keys tell which blocks commute: of a mutex a write if it is still held. A reader reads
/// both keys if it still holds the lock, else only the writer's; a writer writes that of the readers
/// and, if it still holds the lock, the writer's, else reads it.
void ModelWorld::close(int t, Outcome &out) {
  for (Resource r : out.acquired) {
    bool held = holds(t, r);
    if (r.kind == ResourceKind::RwReaders)
      out.sync.add(resourceKey(r), 0, 1); // a writer
    else
      out.sync.add(resourceKey(r), 1, held);
    Resource readers{ResourceKind::RwReaders, r.id};
    if (r.kind == ResourceKind::RwLock && holds(t, readers))
      out.sync.add(resourceKey(readers), 1, 0);
  }
  for (Resource r : out.holding)
    if (!holds(t, r))
      out.released.push_back(r);
  out.data.normalise();
  out.sync.normalise();
}

void ModelWorld::lockEvents(const Op &op, const std::vector<Resource> &needed, bool shared, Did did,
                            Outcome &out) {
  bool isRw = op.kind == OpKind::RwUnlock;
  if (did == Did::Acquired || did == Did::Tried)
    out.events.push_back({.kind = RaceEvent::Kind::Acquire,
                          .shared = shared,
                          .key = resourceKey(did != Did::Tried           ? needed[0]
                                             : op.kind == OpKind::Try ? mutex(op.object)
                                                                      : rwLock(op.object))});
  else if (did == Did::Released || did == Did::Waits)
    out.events.push_back({.kind = RaceEvent::Kind::Release,
                          .shared = shared,
                          .key = resourceKey(isRw ? rwLock(op.object) : mutex(op.object))});
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

/// Whom a notify wakes, -1 for nobody; each thread that it wakes, or that notifyall does, goes to
/// out.woken.
int ModelWorld::choose(const Op &op, std::span<const uint16_t> choices, Outcome &out) {
  auto wake = [&](int x) {
    out.events.push_back({.kind = RaceEvent::Kind::Hand, .thread = ThreadId(x)});
    if (!state_.canExpire(x)) // else it is enabled as it is
      out.woken.push_back({ThreadId(x), mutex(state_.mutexToReacquire(x))});
  };
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
  if (waiters_.size() > 1) {
    taken = out.decisions.size() < choices.size() ? choices[out.decisions.size()] : 0;
    demand(taken < waiters_.size(), "a choice that is none");
    out.decisions.push_back({taken, static_cast<uint16_t>(waiters_.size())});
  }
  wake(waiters_[taken]);
  return waiters_[taken];
}

bool ModelWorld::note(int t, const Op &op, Did did, Outcome &out) {
  switch (did) {
  case Did::Blocked:
  case Did::Acquired:
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
    out.events.push_back({.kind = RaceEvent::Kind::Hand, .thread = ThreadId(op.object)});
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

/// A try-lock sees whether the lock is free.
void ModelWorld::noteReleased(Resource lock, Outcome &out) {
  if (observed_.contains(lock))
    out.sync.add(resourceKey(lock), 1, 1);
}

/// Who tries to write sees readers, who read their key: it writes it.
void ModelWorld::noteTried(const Op &op, bool taken, Outcome &out) {
  Resource lock = op.kind == OpKind::Try ? mutex(op.object) : rwLock(op.object), readers = rwReaders(op.object);
  out.tried.push_back(lock);
  out.sync.add(resourceKey(lock), 1, taken && op.kind != OpKind::TryRead);
  if (op.kind == OpKind::TryRead && taken)
    out.sync.add(resourceKey(readers), 1, 0);
  if (op.kind != OpKind::TryWrite)
    return;
  out.tried.push_back(readers);
  out.sync.add(resourceKey(readers), 0, 1);
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

void ModelWorld::access(int t, const Op &op, Outcome &out) {
  bool reads = op.kind == OpKind::Read || op.kind == OpKind::Check || op.kind == OpKind::AtomicRead;
  out.data.add(variableKey(op.object), reads, !reads);
}

/// Tells the races of it. True if the block ends after it.
bool ModelWorld::plainAccess(int t, const Op &op, Outcome &out) {
  bool writes = op.kind == OpKind::Write;
  uint32_t place = static_cast<uint32_t>(t) * 4096 + static_cast<uint32_t>(state_.position(t));
  uint32_t begin = static_cast<uint32_t>(out.locks.size());
  eachHeld(t, [&](Resource r) { // the same lock, for reading only
    if (r.kind == ResourceKind::RwReaders)
      out.locks.push_back({ResourceKind::RwLock, r.id});
  });
  uint32_t shared = static_cast<uint32_t>(out.locks.size());
  eachHeld(t, [&](Resource r) {
    if (r.kind != ResourceKind::RwReaders)
      out.locks.push_back(r);
  });
  out.events.push_back({.kind = RaceEvent::Kind::Access,
                        .reads = !writes,
                        .writes = writes,
                        .key = variableKey(op.object),
                        .place = place,
                        .locksBegin = begin,
                        .locksShared = shared,
                        .locksEnd = static_cast<uint32_t>(out.locks.size())});
  return promoted_.contains(place);
}

void ModelWorld::atomicAccess(int t, const Op &op, Outcome &out) {
  uint64_t key = variableKey(op.object);
  bool reads = op.kind != OpKind::AtomicWrite, writes = op.kind != OpKind::AtomicRead;
  if (reads)
    out.events.push_back({.kind = RaceEvent::Kind::Load, .order = op.order, .key = key});
  plainAccess(t, op, out);
  out.events.back().reads = reads;
  out.events.back().writes = writes;
  out.events.back().atomic = true;
  if (writes)
    out.events.push_back(
        {.kind = RaceEvent::Kind::Store, .shared = reads, .order = op.order, .key = key});
}

void ModelWorld::fail(int t, const Op &op, Outcome &out) {
  const std::string &name = program_.variables[static_cast<size_t>(op.object)];
  out.ending = Ending::Failed;
  out.failure.kind = FailureKind::Assertion;
  out.failure.message = "check: " + name + " is " + std::to_string(state_.variable(op.object)) +
                        ", not " + std::to_string(op.value.add);
  out.failure.thread = ThreadId(t);
  out.failure.key = "check " + name;
}

bool ModelWorld::available(Resource r) {
  demand(defined_, "available() of an undefined state");
  int number = static_cast<int>(r.id);
  switch (r.kind) {
  case ResourceKind::Mutex:
    return state_.owner(number) < 0;
  case ResourceKind::ThreadEnd:
    return state_.finished(number);
  case ResourceKind::Semaphore:
    return state_.semaphore(number) > 0;
  case ResourceKind::RwLock:
    return state_.writer(number) < 0;
  case ResourceKind::RwReaders:
    return !state_.hasReaders(number);
  default:
    return false;
  }
}

bool ModelWorld::owner(Resource r, ThreadId &out) {
  demand(defined_, "owner() of an undefined state");
  for (int t = 0; isLock(r) && t < static_cast<int>(program_.threads.size()); ++t)
    if (holds(t, r)) {
      out = ThreadId(t);
      return true;
    }
  return false;
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
