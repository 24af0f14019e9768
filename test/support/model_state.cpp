//===- model_state.cpp - a state of a tiny program, and its single steps ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/model_state.h"

namespace xblock::test {

ModelState::ModelState(const Program &program) : program_(program) {
  stride_ = kLocals + program.locals.size();
  mutexes_ = stride_ * program.threads.size();
  variables_ = mutexes_ + 2 * program.mutexes.size();
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

Did ModelState::step(int t, int woken) {
  if (reacquires(t)) {
    int mutex = mutexToReacquire(t);
    if (owner(mutex) >= 0)
      return Did::Blocked;
    acquire(t, mutex, cells_[at(t, kCount)]);
    set(at(t, kMutex), 0);
    set(at(t, kCount), 0);
    return Did::Acquired;
  }
  const Op &op = next(t);
  size_t variable = variables_ + static_cast<size_t>(op.object);
  size_t semaphore = semaphores_ + static_cast<size_t>(op.object);
  size_t local = at(t, kLocals + static_cast<size_t>(op.local));
  size_t count = mutexes_ + 2 * static_cast<size_t>(op.object) + 1;
  bool taken = op.kind == OpKind::Lock && owner(op.object) >= 0 && owner(op.object) != t;
  bool running = op.kind == OpKind::Join && !finished(op.object);
  bool empty = op.kind == OpKind::Sem && cells_[semaphore] == 0;
  if (taken || running || empty)
    return Did::Blocked;
  set(at(t, kPc), pc(t) + 1);
  switch (op.kind) {
  case OpKind::Lock:
    acquire(t, op.object, cells_[count] + 1);
    return Did::Acquired;
  case OpKind::Unlock:
    if (cells_[count] > 1) {
      set(count, cells_[count] - 1);
      return Did::Local;
    }
    release(t, op.object);
    return Did::Released;
  case OpKind::Wait:
    set(at(t, kMutex), op.object + 1);
    set(at(t, kCount), cells_[count]);
    set(at(t, kWaits), op.condition + 1);
    release(t, op.object);
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
    if (woken >= 0)
      set(at(woken, kWaits), 0);
    return Did::Notify;
  case OpKind::NotifyAll:
    for (int x = 0; x < static_cast<int>(program_.threads.size()); ++x)
      if (waitsOn(x) == op.object)
        set(at(x, kWaits), 0);
    return Did::Notify;
  }
  return Did::Local;
}

} // namespace xblock::test
