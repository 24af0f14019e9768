//===- race_discipline.h - variables that no lock protects throughout ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Eraser (paper 000, section 2.1.1 and figure 2.1; with the read-write locks of Savage et al.):
// each variable has a set of candidate locks, held at every access so far, and a state:
//   virgin -> exclusive, the first thread's -> shared, read by others -> shared-modified, written
// The candidates are refined from the second thread's first access on; if none is left of a
// shared-modified variable, it is told of, once in all schedules. At a read each lock held counts,
// at a write only those not held for reading only.
//  1. A variable is the bytes of a key that were accessed together so far: it is split where an
//     access has only some of its bytes. Freed memory is virgin. Atomic accesses do not count.
//  2. A variable is handed over to the thread that accesses it after all accesses of others, by the
//     order that creation and join of threads alone make. It begins anew with that access, as one
//     that was shared: all accesses from there on count, but those that are ordered before the first
//     of another thread.
//  3. rollback() goes back to a mark().
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/race_accesses.h"
#include "engine/race_clocks.h"
#include "engine/race_locksets.h"

#include <deque>
#include <vector>

namespace xblock {

class RaceDiscipline {
public:
  explicit RaceDiscipline(RaceLocksets &locksets) : locksets_(locksets) {}

  /// t did what the event tells; nothing unless it creates or joins.
  void order(ThreadId t, const RaceEvent &event);
  /// Adds to `found` the variables that are without a lock from now on: the last access, and the
  /// first one of another thread that is not ordered before it.
  void access(ThreadId t, const RaceEvent &event, uint32_t lockset, std::vector<RacePair> &found);
  void free(const RaceEvent &event);
  struct Mark {
    size_t log, clocks;
  };
  Mark mark() const { return {log_.size(), clocks_.mark()}; }
  void rollback(Mark mark);
  /// Writes or reads what holds in all schedules (support/archive.h).
  template <typename A> void archive(A &a) {
    io(a, told_);
    io(a, pairs_);
  }

private:
  static constexpr uint32_t kNobody = ~uint32_t{0};
  enum class State : uint8_t {
    Exclusive, ///< one thread's, the first
    Handed,    ///< one thread's, after those of others; its accessors are all that thread, one for each epoch
    Shared,
  };
  /// A thread's last accesses, which are ordered before none of another thread's.
  struct Accessor {
    RaceSide first; ///< in that epoch
    uint32_t epoch = 0;
    uint32_t next = kNobody; ///< one that came before, by its number
    uint32_t candidates = 0; ///< if Handed: of the accesses in that epoch
    bool modified = false;   ///< the same
  };
  struct Variable {
    uint8_t bytes = 0;
    State state = State::Exclusive;
    bool modified = false;   ///< if Shared
    uint32_t candidates = 0; ///< if Shared
    uint32_t last = kNobody; ///< of the accessors; one if Exclusive
  };
  struct Variables {
    std::vector<Variable> all; ///< of one key; the first `used`, no byte in two of them
    size_t used = 0;
  };
  struct Change {
    Variables *variables;
    size_t at, usedBefore;
    Variable old;
    size_t accessors; ///< how many there were
  };

  Variable &add(Variables &variables, const Variable &variable);
  void note(Variables &variables, size_t at);
  uint32_t addAccessor(const Accessor &accessor);
  void goOn(Variable &variable, const RaceSide &side);
  const RaceSide *step(Variable &variable, const RaceSide &side);
  uint32_t unordered(uint32_t list, ThreadId t, uint32_t &own, uint32_t &oldest);
  bool isNew(uint64_t key, uint8_t bytes, uint32_t place, uint32_t other);

  RaceLocksets &locksets_;
  RaceClocks clocks_; ///< of creation and join alone
  RaceTable numbers_;
  std::deque<Variables> variables_; ///< by number
  std::vector<Accessor> accessors_; ///< never changed; grow with the log, and shrink with it
  RaceTable told_;                  ///< addresses
  RaceTable pairs_;                 ///< of places, so that an array is told of once
  std::vector<Change> log_;
};

} // namespace xblock
