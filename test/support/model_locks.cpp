//===- model_locks.cpp - the locks of a tiny program ----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/model_resources.h"
#include "support/model_world.h"

#include <algorithm>

namespace xblock::test {

bool ModelWorld::holds(int t, Resource r) const {
  int number = static_cast<int>(r.id);
  if (r.kind == ResourceKind::RwReaders)
    return state_.readerCount(number, t) > 0;
  if (r.kind == ResourceKind::RwWaiting)
    return state_.asked(number, t);
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
    if (program_.prefersWriters(op.object))
      return {rwLock(op.object), rwWaiting(op.object)};
    return {rwLock(op.object)};
  case OpKind::WriteLock:
    if (state_.asks(t, op))
      return {};
    return {rwLock(op.object), rwReaders(op.object)};
  case OpKind::Join:
    return {threadEnd(op.object)};
  case OpKind::Sem:
    return {semaphore(op.object)};
  default:
    return {};
  }
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
  bool reads = needed[0].kind == ResourceKind::RwLock &&
               needed.back().kind != ResourceKind::RwReaders;
  Resource taken = reads ? rwReaders(static_cast<int>(needed[0].id)) : needed[0];
  if (!observed_.contains(taken))
    return false;
  demand(holds(t, taken), "a lock that was taken is not held");
  out.ending = Ending::Split;
  return true;
}

/// Locks whose keys tell which blocks commute: of a mutex a write if it is still held. A reader
/// reads both keys if it still holds the lock, else only the writer's; a writer writes that of the
/// readers and, if it still holds the lock, the writer's, else reads it.
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
  for (int l = 0; l < static_cast<int>(program_.rwLocks.size()); ++l)
    if (state_.asked(l, t) && std::find(out.holding.begin(), out.holding.end(), rwWaiting(l)) == out.holding.end())
      out.sync.add(resourceKey(rwWaiting(l)), 0, 1); // readers, which need it to be free, read it
  out.data.normalise();
  out.sync.normalise();
}

void ModelWorld::lockEvents(const Op &op, const std::vector<Resource> &needed, bool shared, Did did,
                            Outcome &out) {
  bool isRw = op.kind == OpKind::RwUnlock;
  if (did == Did::Acquired || did == Did::Tried)
    out.events.push_back({.kind = RaceEvent::Kind::Acquire,
                          .shared = shared,
                          .key = resourceKey(did != Did::Tried        ? needed[0]
                                             : op.kind == OpKind::Try ? mutex(op.object)
                                                                      : rwLock(op.object))});
  else if (did == Did::Released || did == Did::Waits)
    out.events.push_back({.kind = RaceEvent::Kind::Release,
                          .shared = shared,
                          .key = resourceKey(isRw ? rwLock(op.object) : mutex(op.object))});
}

/// A try-lock sees whether the lock is free.
void ModelWorld::noteReleased(Resource lock, Outcome &out) {
  if (observed_.contains(lock))
    out.sync.add(resourceKey(lock), 1, 1);
}

/// Who tries to write sees readers, who read their key: it writes it.
void ModelWorld::noteTried(const Op &op, bool taken, Outcome &out) {
  Resource lock = op.kind == OpKind::Try ? mutex(op.object) : rwLock(op.object),
           readers = rwReaders(op.object);
  out.tried.push_back(lock);
  out.sync.add(resourceKey(lock), 1, taken && op.kind != OpKind::TryRead);
  if (op.kind == OpKind::TryRead && program_.prefersWriters(op.object)) {
    out.tried.push_back(rwWaiting(op.object));
    out.sync.add(resourceKey(rwWaiting(op.object)), 1, 0);
  }
  if (op.kind == OpKind::TryRead && taken)
    out.sync.add(resourceKey(readers), 1, 0);
  if (op.kind != OpKind::TryWrite)
    return;
  out.tried.push_back(readers);
  out.sync.add(resourceKey(readers), 0, 1);
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
  case ResourceKind::RwWaiting:
    return !state_.hasAsked(number);
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

} // namespace xblock::test
