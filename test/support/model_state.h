//===- model_state.h - a state of a tiny program, and its single steps --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. Everything that is a state is in cells(): two states are the same if and only if their
//     cells are equal.
//  2. A cell changes only through set(), which notes the old value: rollback() goes back to a
//     mark.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/program.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace xblock::test {

/// What one operation did.
enum class Did : uint8_t {
  Blocked,
  Acquired,
  Asked, ///< to write: readers wait from now on
  Local,
  Released,
  Waits,
  Read,
  Write,
  Failed,
  Atomic,
  Start,
  Join,
  Count,
  Notify,
  Expired, ///< a timed wait ends without a notify
  Tried,   ///< a try-lock took the mutex
  Busy,    ///< it did not
  Looked,  ///< at a semaphore that has no unit
  Arrived  ///< at a barrier
};

class ModelState {
public:
  explicit ModelState(const Program &program);

  const std::vector<int32_t> &cells() const { return cells_; }
  void assign(const std::vector<int32_t> &cells) { cells_ = cells; }
  size_t mark() const { return undo_.size(); }
  void rollback(size_t mark);
  void forget(size_t mark) { undo_.resize(mark); }

  int threads() const { return static_cast<int>(program_.threads.size()); }
  bool alive(int t) const { return cells_[at(t, kAlive)]; }
  /// No operation is left. The thread still has to end.
  bool finished(int t) const {
    return pc(t) >= size(t) && !reacquires(t) && !cells_[at(t, kBarrier)];
  }
  /// Operations begun so far.
  int position(int t) const { return pc(t); }
  void end(int t) { set(at(t, kAlive), 0); }
  /// Waits for others to do something.
  bool waits(int t) const {
    return (cells_[at(t, kWaits)] && !cells_[at(t, kTimed)]) || cells_[at(t, kBarrier)];
  }
  /// In a timed wait and not notified: its next operation is to expire.
  bool canExpire(int t) const { return cells_[at(t, kWaits)] && cells_[at(t, kTimed)]; }
  /// After a wait, or in it: t has to take its mutex again.
  bool reacquires(int t) const { return cells_[at(t, kMutex)]; }
  int mutexToReacquire(int t) const { return cells_[at(t, kMutex)] - 1; }
  int waitsOn(int t) const { return cells_[at(t, kWaits)] - 1; }
  /// Of a thread that is neither finished nor has a mutex to take again.
  const Op &next(int t) const {
    return program_.ops[static_cast<size_t>(t)][static_cast<size_t>(pc(t))];
  }
  /// In a timed wait that was notified before it expired: on which condition variable; else -1.
  int notifiedInTime(int t) const {
    if (!cells_[at(t, kTimed)] || cells_[at(t, kWaits)])
      return -1;
    return program_.ops[static_cast<size_t>(t)][static_cast<size_t>(pc(t)) - 1].condition;
  }
  int locksHeld(int t) const { return cells_[at(t, kHeld)]; }
  /// -1: nobody.
  int owner(int mutex) const { return cells_[mutexes_ + 2 * static_cast<size_t>(mutex)] - 1; }
  int writer(int lock) const { return cells_[rwLock(lock)] - 1; }
  /// Of t: how often it holds the lock as a reader.
  int readerCount(int lock, int t) const {
    return cells_[rwLock(lock) + 1 + static_cast<size_t>(t)];
  }
  bool hasReaders(int lock) const;
  /// The next thing that t does is to ask for the lock.
  bool asks(int t, const Op &op) const {
    return op.kind == OpKind::WriteLock && program_.prefersWriters(op.object) && !asked(op.object, t);
  }
  /// t waits to write under a lock that prefers writers.
  bool asked(int lock, int t) const { return cells_[asks(lock, t)]; }
  bool hasAsked(int lock) const;
  /// Whether one more arrival opens the barrier.
  bool lastToArrive(const Op &barrier) const {
    return cells_[barriers_ + static_cast<size_t>(barrier.object)] + 1 >= barrier.value.add;
  }
  /// Threads that wait at the barrier, ascending.
  void arrived(int barrier, std::vector<int> &out) const;
  int variable(int v) const { return cells_[variables_ + static_cast<size_t>(v)]; }
  int semaphore(int s) const { return cells_[semaphores_ + static_cast<size_t>(s)]; }
  /// The shared variables, then the semaphores.
  std::vector<int32_t> shared() const {
    return {cells_.begin() + static_cast<std::ptrdiff_t>(variables_), cells_.end()};
  }
  /// Threads that wait on the condition variable, ascending.
  void waiters(int condition, std::vector<int> &out) const;

  /// The ways the next operation of t can go, each for step(): whom a notify wakes, what is chosen, else just -1.
  void ways(int t, std::vector<int> &out) const;
  /// Executes one operation of t, which is alive and neither finished nor waiting. way: whom a
  /// notify wakes, what is chosen, or -1.
  Did step(int t, int way);

private:
  enum Cell : size_t { kAlive, kPc, kWaits, kTimed, kBarrier, kMutex, kCount, kHeld, kLocals };
  size_t at(int t, size_t cell) const { return static_cast<size_t>(t) * stride_ + cell; }
  size_t rwLock(int lock) const {
    return rwLocks_ + static_cast<size_t>(lock) * (1 + 2 * program_.threads.size());
  }
  size_t asks(int lock, int t) const {
    return rwLock(lock) + 1 + program_.threads.size() + static_cast<size_t>(t);
  }
  int pc(int t) const { return cells_[at(t, kPc)]; }
  int size(int t) const { return static_cast<int>(program_.ops[static_cast<size_t>(t)].size()); }
  void set(size_t cell, int32_t value) {
    undo_.emplace_back(static_cast<uint32_t>(cell), cells_[cell]);
    cells_[cell] = value;
  }
  void acquire(int t, int mutex, int count);
  void release(int t, int mutex);
  void releaseForWait(int t, const Op &op);
  void expire(int t);
  bool blocks(int t, const Op &op) const;
  Did rwUnlock(int t, int lock);
  void arrive(int t, const Op &op);

  const Program &program_;
  size_t stride_, mutexes_, rwLocks_, barriers_, variables_, semaphores_;
  std::vector<int32_t> cells_;
  std::vector<std::pair<uint32_t, int32_t>> undo_;
};

} // namespace xblock::test
