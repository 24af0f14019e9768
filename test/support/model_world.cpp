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
Resource threadEnd(int number) { return resource(ResourceKind::ThreadEnd, number); }
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
      function(m);
}

void ModelWorld::run(ThreadId thread, std::span<const uint16_t> choices, Outcome &out) {
  int t = static_cast<int>(index(thread));
  demand(defined_, "run() of an undefined state");
  demand(state_.alive(t) && !state_.waits(t), "run() of a thread that is dead or waits");
  out.clear();
  eachHeld(t, [&](int m) { out.holding.push_back(mutex(m)); });
  static constexpr Op kReacquire{OpKind::Lock, 0, 0, 0, Order::SeqCst, {}};
  for (bool ran = false, done = false; !done; ran = true) {
    if (state_.finished(t)) {
      state_.end(t);
      out.ending = Ending::Death;
      break;
    }
    bool again = state_.reacquires(t);
    const Op &op = again ? kReacquire : state_.next(t);
    if (!again && endsBefore(t, op, out) && ran) {
      out.ending = Ending::Split;
      break;
    }
    int woken =
        op.kind == OpKind::Notify || op.kind == OpKind::NotifyAll ? choose(op, choices, out) : -1;
    Resource needs = again                     ? mutex(state_.mutexToReacquire(t))
                     : op.kind == OpKind::Lock ? mutex(op.object)
                     : op.kind == OpKind::Join ? threadEnd(op.object)
                     : op.kind == OpKind::Sem  ? semaphore(op.object)
                                               : Resource{};
    Did did = state_.step(t, woken);
    lockEvents(op, needs, did, out);
    if (did == Did::Acquired || (did == Did::Blocked && needs.kind == ResourceKind::Mutex))
      out.acquired.push_back(needs);
    if (did == Did::Blocked) {
      out.ending = Ending::Blocked;
      out.blockedOn = needs;
      if (needs.kind == ResourceKind::Semaphore)
        out.data.add(resourceKey(needs), 1, 0);
      defined_ = false;
    }
    done = did == Did::Blocked || note(t, op, did, out);
  }
  for (Resource m : out.acquired) {
    bool held = state_.owner(static_cast<int>(m.id)) == t;
    out.sync.add(resourceKey(m), 1, held ? 1 : 0);
  }
  for (Resource m : out.holding)
    if (state_.owner(static_cast<int>(m.id)) != t)
      out.released.push_back(m);
  out.data.normalise();
  out.sync.normalise();
}

void ModelWorld::lockEvents(const Op &op, Resource needs, Did did, Outcome &out) {
  if (did == Did::Acquired)
    out.events.push_back({.kind = RaceEvent::Kind::Acquire, .key = resourceKey(needs)});
  else if (did == Did::Released || did == Did::Waits)
    out.events.push_back({.kind = RaceEvent::Kind::Release, .key = resourceKey(mutex(op.object))});
}

/// Notes what op wants or gives, for wait-for graphs. True if a block that has begun ends before
/// it.
bool ModelWorld::endsBefore(int t, const Op &op, Outcome &out) {
  Resource wanted;
  switch (op.kind) {
  case OpKind::Lock:
    if (state_.owner(op.object) == t)
      return false;
    wanted = mutex(op.object);
    break;
  case OpKind::Join:
    wanted = threadEnd(op.object);
    break;
  case OpKind::Sem:
    wanted = semaphore(op.object);
    break;
  case OpKind::Wait:
    wanted = condition(op.condition);
    break;
  case OpKind::Post:
    out.owed.push_back(semaphore(op.object));
    return false;
  case OpKind::Notify:
  case OpKind::NotifyAll:
    out.owed.push_back(condition(op.object));
    return false;
  default:
    return false;
  }
  bool refined = false;
  out.wanted.push_back(wanted);
  eachHeld(t, [&](int m) {
    if (op.kind == OpKind::Wait && m == op.object)
      return;
    LockEdge edge{mutex(m), wanted};
    out.ordered.push_back(edge);
    refined |= op.kind == OpKind::Lock && boundaries_.contains(edge);
  });
  bool couldBlock = op.kind == OpKind::Join || op.kind == OpKind::Sem;
  return refined || (couldBlock && state_.locksHeld(t) > 0);
}

/// Whom a notify wakes, -1 for nobody; each thread that it wakes, or that notifyall does, goes to
/// out.woken.
int ModelWorld::choose(const Op &op, std::span<const uint16_t> choices, Outcome &out) {
  state_.waiters(op.object, waiters_);
  auto wake = [&](int x) {
    out.events.push_back({.kind = RaceEvent::Kind::Hand, .thread = ThreadId(x)});
    out.woken.push_back({ThreadId(x), mutex(state_.mutexToReacquire(x))});
  };
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
    return false;
  case Did::Released:
    out.ending = Ending::Exit;
    return true;
  case Did::Waits:
    out.sync.add(resourceKey(condition(op.condition)), 1, 1);
    out.ending = Ending::Exit;
    out.nowWaiting = true;
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
  case Did::Notify:
    out.sync.add(resourceKey(condition(op.object)), 1, 1);
    out.ending = Ending::Split;
    return state_.locksHeld(t) == 0;
  }
  return false;
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
  eachHeld(t, [&](int m) { out.locks.push_back(mutex(m)); });
  out.events.push_back({.kind = RaceEvent::Kind::Access,
                        .reads = !writes,
                        .writes = writes,
                        .key = variableKey(op.object),
                        .place = place,
                        .locksBegin = begin,
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
  default:
    return false;
  }
}

bool ModelWorld::owner(Resource r, ThreadId &out) {
  demand(defined_, "owner() of an undefined state");
  if (r.kind != ResourceKind::Mutex || state_.owner(static_cast<int>(r.id)) < 0)
    return false;
  out = ThreadId(state_.owner(static_cast<int>(r.id)));
  return true;
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
