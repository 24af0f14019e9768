//===- race_discipline.h - variables that no lock protects throughout ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Eraser (paper 000, section 2.1.1 and figure 2.1; with the read-write locks of Savage et al.): each
// variable has a set of candidate locks, held at every access so far, and a state:
//   virgin -> exclusive, the first thread's -> shared, read by others -> shared-modified, written
// The candidates are refined from the second thread's first access on; if none is left of a
// shared-modified variable, it is told of, once in all schedules. At a read each lock held counts,
// at a write only those not held for reading only.
//  1. A variable is the bytes of a key that were accessed together so far: it is split where an
//     access has only some of its bytes. Freed memory is virgin. Atomic accesses do not count.
//  2. rollback() goes back to a mark().
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/race_accesses.h"
#include "engine/race_locksets.h"

#include <deque>
#include <vector>

namespace xblock {

class RaceDiscipline {
public:
  explicit RaceDiscipline(RaceLocksets &locksets) : locksets_(locksets) {}

  /// Adds to `found` the variables that are without a lock from now on: the last access, and the first
  /// one of another thread.
  void access(ThreadId t, const RaceEvent &event, uint32_t lockset, std::vector<RacePair> &found);
  void free(const RaceEvent &event);
  size_t mark() const { return log_.size(); }
  void rollback(size_t mark);
  /// Writes or reads what holds in all schedules (support/archive.h).
  template <typename A> void archive(A &a) {
    io(a, told_);
    io(a, pairs_);
  }

private:
  enum class State : uint8_t { Exclusive, Shared, SharedModified };
  struct Variable {
    uint8_t bytes = 0;
    State state = State::Exclusive;
    uint32_t candidates = 0; ///< unless Exclusive
    RaceSide first, second; ///< of the first thread; of the first other one, unless Exclusive
  };
  struct Variables {
    std::vector<Variable> all; ///< of one key; the first `used`, no byte in two of them
    size_t used = 0;
  };
  struct Change {
    Variables *variables;
    size_t at, usedBefore;
    Variable old;
  };

  Variable &add(Variables &variables, const Variable &variable);
  void note(Variables &variables, size_t at);
  bool step(Variable &variable, const RaceSide &side);
  bool isNew(uint64_t key, uint8_t bytes, uint32_t place, uint32_t other);

  RaceLocksets &locksets_;
  RaceTable numbers_;
  std::deque<Variables> variables_; ///< by number
  RaceTable told_;                  ///< addresses
  RaceTable pairs_;                 ///< of places, so that an array is told of once
  std::vector<Change> log_;
};

} // namespace xblock
