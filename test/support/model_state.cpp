//===- model_state.cpp - a state of a tiny program, and its single steps ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/model_state.h"

namespace xblock::test {

ModelState::ModelState(const Program &program) : program_(program) {
  stride_ = kLocals + program.locals.size();
  mutexes_ = stride_ * program.threads.size();
  rwLocks_ = mutexes_ + 2 * program.mutexes.size();
  barriers_ = rwLocks_ + program.rwLocks.size() * (1 + 2 * program.threads.size());
  variables_ = barriers_ + program.barriers.size();
  semaphores_ = variables_ + program.variables.size();
  cells_.resize(semaphores_ + program.semaphores.size());
  for (int t : program.start)
    cells_[at(t, kAlive)] = 1;
  for (size_t v = 0; v < program.initial.size(); ++v)
    cells_[variables_ + v] = program.initial[v];
}

void ModelState::rollback(size_t mark) {
  while (undo_.size() > mark) {
    cells_[undo_.back().first] = undo_.back().second;
    undo_.pop_back();
  }
}

void ModelState::waiters(int condition, std::vector<int> &out) const {
  out.clear();
  for (int t = 0; t < static_cast<int>(program_.threads.size()); ++t)
    if (waitsOn(t) == condition)
      out.push_back(t);
}

bool ModelState::hasReaders(int lock) const {
  for (int t = 0; t < static_cast<int>(program_.threads.size()); ++t)
    if (readerCount(lock, t))
      return true;
  return false;
}

bool ModelState::hasAsked(int lock) const {
  for (int t = 0; t < static_cast<int>(program_.threads.size()); ++t)
    if (asked(lock, t))
      return true;
  return false;
}

void ModelState::arrived(int barrier, std::vector<int> &out) const {
  out.clear();
  for (int t = 0; t < static_cast<int>(program_.threads.size()); ++t)
    if (cells_[at(t, kBarrier)] == barrier + 1)
      out.push_back(t);
}

void ModelState::acquire(int t, int mutex, int count) {
  if (owner(mutex) != t)
    set(at(t, kHeld), locksHeld(t) + 1);
  set(mutexes_ + 2 * static_cast<size_t>(mutex), t + 1);
  set(mutexes_ + 2 * static_cast<size_t>(mutex) + 1, count);
}

void ModelState::release(int t, int mutex) {
  set(at(t, kHeld), locksHeld(t) - 1);
  set(mutexes_ + 2 * static_cast<size_t>(mutex), 0);
  set(mutexes_ + 2 * static_cast<size_t>(mutex) + 1, 0);
}

void ModelState::releaseForWait(int t, const Op &op) {
  set(at(t, kMutex), op.object + 1);
  set(at(t, kCount), cells_[mutexes_ + 2 * static_cast<size_t>(op.object) + 1]);
  set(at(t, kWaits), op.condition + 1);
  if (op.kind == OpKind::TimedWait) {
    set(at(t, kTimed), op.local + 1);
    set(at(t, kLocals + static_cast<size_t>(op.local)), 0);
  }
  release(t, op.object);
}

void ModelState::expire(int t) {
  set(at(t, kLocals + static_cast<size_t>(cells_[at(t, kTimed)] - 1)), 1);
  set(at(t, kWaits), 0);
  set(at(t, kTimed), 0);
}

bool ModelState::blocks(int t, const Op &op) const {
  switch (op.kind) {
  case OpKind::Lock:
    return owner(op.object) >= 0 && owner(op.object) != t;
  case OpKind::Join:
    return !finished(op.object);
  case OpKind::Sem:
    return semaphore(op.object) == 0;
  case OpKind::ReadLock:
    return writer(op.object) >= 0 || hasAsked(op.object);
  case OpKind::WriteLock:
    return writer(op.object) >= 0 || hasReaders(op.object);
  default:
    return false;
  }
}

Did ModelState::rwUnlock(int t, int lock) {
  if (writer(lock) == t) {
    set(rwLock(lock), 0);
  } else {
    size_t count = rwLock(lock) + 1 + static_cast<size_t>(t);
    set(count, cells_[count] - 1);
    if (cells_[count] > 0)
      return Did::Local;
  }
  set(at(t, kHeld), locksHeld(t) - 1);
  return Did::Released;
}

void ModelState::arrive(int t, const Op &op) {
  size_t count = barriers_ + static_cast<size_t>(op.object);
  if (!lastToArrive(op)) {
    set(count, cells_[count] + 1);
    return set(at(t, kBarrier), op.object + 1);
  }
  set(count, 0);
  for (int x = 0; x < static_cast<int>(program_.threads.size()); ++x)
    if (cells_[at(x, kBarrier)] == op.object + 1)
      set(at(x, kBarrier), 0);
}

void ModelState::ways(int t, std::vector<int> &out) const {
  out.clear();
  bool inWait = canExpire(t) || reacquires(t);
  if (!inWait && next(t).kind == OpKind::Notify)
    waiters(next(t).object, out);
  if (!inWait && next(t).kind == OpKind::Choose)
    for (int i = 0; i < next(t).value.add; ++i)
      out.push_back(i);
  if (out.empty())
    out.push_back(-1);
}

Did ModelState::step(int t, int way) {
  if (canExpire(t)) {
    expire(t);
    return Did::Expired;
  }
  if (reacquires(t)) {
    int mutex = mutexToReacquire(t);
    if (owner(mutex) >= 0)
      return Did::Blocked;
    acquire(t, mutex, cells_[at(t, kCount)]);
    set(at(t, kMutex), 0);
    set(at(t, kCount), 0);
    set(at(t, kTimed), 0);
    return Did::Acquired;
  }
  const Op &op = next(t);
  size_t variable = variables_ + static_cast<size_t>(op.object);
  size_t semaphore = semaphores_ + static_cast<size_t>(op.object);
  size_t local = at(t, kLocals + static_cast<size_t>(op.local));
  size_t count = mutexes_ + 2 * static_cast<size_t>(op.object) + 1;
  if (asks(t, op)) {
    set(asks(op.object, t), 1);
    return Did::Asked;
  }
  if (blocks(t, op))
    return Did::Blocked;
  set(at(t, kPc), pc(t) + 1);
  switch (op.kind) {
  case OpKind::Lock: {
    bool mine = owner(op.object) == t;
    acquire(t, op.object, cells_[count] + 1);
    return mine ? Did::Local : Did::Acquired;
  }
  case OpKind::Unlock:
    if (cells_[count] > 1) {
      set(count, cells_[count] - 1);
      return Did::Local;
    }
    release(t, op.object);
    return Did::Released;
  case OpKind::Try: {
    bool free = owner(op.object) < 0, mine = owner(op.object) == t;
    set(local, free || mine);
    if (free || mine)
      acquire(t, op.object, cells_[count] + 1);
    return free ? Did::Tried : mine ? Did::Local : Did::Busy;
  }
  case OpKind::TrySem: {
    bool taken = cells_[semaphore] > 0;
    set(local, taken);
    if (taken)
      set(semaphore, cells_[semaphore] - 1);
    return taken ? Did::Count : Did::Looked;
  }
  case OpKind::TryRead:
  case OpKind::TryWrite: {
    bool mine = writer(op.object) == t, reads = readerCount(op.object, t) > 0;
    if (mine || (reads && op.kind == OpKind::TryWrite)) {
      set(local, 0);
      return Did::Local;
    }
    if (writer(op.object) >= 0 || (op.kind == OpKind::TryRead && hasAsked(op.object)) ||
        (op.kind == OpKind::TryWrite && hasReaders(op.object))) {
      set(local, 0);
      return Did::Busy;
    }
    set(local, 1);
    if (op.kind == OpKind::TryWrite)
      set(rwLock(op.object), t + 1);
    else
      set(rwLock(op.object) + 1 + static_cast<size_t>(t), readerCount(op.object, t) + 1);
    if (reads)
      return Did::Local;
    set(at(t, kHeld), locksHeld(t) + 1);
    return Did::Tried;
  }
  case OpKind::ReadLock: {
    size_t times = rwLock(op.object) + 1 + static_cast<size_t>(t);
    set(times, cells_[times] + 1);
    if (cells_[times] > 1)
      return Did::Local;
    set(at(t, kHeld), locksHeld(t) + 1);
    return Did::Acquired;
  }
  case OpKind::WriteLock:
    set(asks(op.object, t), 0);
    set(rwLock(op.object), t + 1);
    set(at(t, kHeld), locksHeld(t) + 1);
    return Did::Acquired;
  case OpKind::RwUnlock:
    return rwUnlock(t, op.object);
  case OpKind::Barrier:
    arrive(t, op);
    return Did::Arrived;
  case OpKind::Wait:
  case OpKind::TimedWait:
    releaseForWait(t, op);
    return Did::Waits;
  case OpKind::Read:
  case OpKind::AtomicRead:
    set(local, cells_[variable]);
    return op.kind == OpKind::Read ? Did::Read : Did::Atomic;
  case OpKind::Check:
    return cells_[variable] == op.value.add ? Did::Read : Did::Failed;
  case OpKind::Write:
  case OpKind::AtomicWrite:
    set(variable, op.value(cells_[local]));
    return op.kind == OpKind::Write ? Did::Write : Did::Atomic;
  case OpKind::Copy:
    set(variable, cells_[variables_ + static_cast<size_t>(op.source)]);
    return Did::Write;
  case OpKind::Rmw:
    set(variable, op.value(cells_[variable]));
    return Did::Atomic;
  case OpKind::Start:
    set(at(op.object, kAlive), 1);
    return Did::Start;
  case OpKind::Join:
    return Did::Join;
  case OpKind::Post:
  case OpKind::Sem:
    set(semaphore, cells_[semaphore] + (op.kind == OpKind::Post ? 1 : -1));
    return Did::Count;
  case OpKind::Notify:
    if (way >= 0)
      set(at(way, kWaits), 0);
    return Did::Notify;
  case OpKind::NotifyAll:
    for (int x = 0; x < static_cast<int>(program_.threads.size()); ++x)
      if (waitsOn(x) == op.object)
        set(at(x, kWaits), 0);
    return Did::Notify;
  case OpKind::Choose:
    set(at(t, kLocals + static_cast<size_t>(op.object)), way);
    return Did::Local;
  case OpKind::Let:
    set(at(t, kLocals + static_cast<size_t>(op.object)), op.value(cells_[local]));
    return Did::Local;
  case OpKind::Jump:
  case OpKind::Unless:
    if ((cells_[local] == op.value.add) == (op.kind == OpKind::Jump))
      set(at(t, kPc), pc(t) + op.jump);
    return Did::Local;
  }
  return Did::Local;
}

} // namespace xblock::test
