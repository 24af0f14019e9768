//===- coverage.h - which interruptions schedules had --------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The models of ConTest (O. Edelstein et al., "Multithreaded Java program test generation", 2002),
// over schedules of blocks. Between two of its blocks a thread stands in functions: in the
// innermost one, or in all of its stack.
//  Model 1   a function was interrupted: a block of another thread came while a thread stood in it;
//  it ran through: a thread stood in
//            it, and until it had left it no other came. Two tasks for each function.
//  Model 2   <A, B>: while a thread stood in A a block of another executed B: that is where that
//  thread stood before or after the
//            block.
//  Locks     where they are taken; where a thread had to wait for one, or would have as another's
//  block had it; where they were taken for
//            which others had to wait.
//  1. Covered is what the schedules that ended did. With a search (closes), also what a schedule
//  does that is equivalent to one of them: a
//     search runs one of each class. So after a complete search no other task can be covered (but
//     for waiting, which depends on attempts).
//  2. Two stays in a function that do not differ in the calls that led there are taken for one: the
//  function ran through if both did.
//  3. Where a schedule ends early, threads that are left stand where they stand.
// Told by Progress of each block, and asked by policies and reports. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/executed.h"
#include "engine/world.h"

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace xblock {

/// What a block did that is of use here; the world numbers those that differ (Outcome::trail).
struct Trail {
  uint32_t stack =
      0; ///< where the thread stands at its end, by a number; 0: nowhere, or it is not known
  std::vector<std::pair<Resource, uint32_t>> acquired =
      {}; ///< locks it took, in order, and where it stood then
  friend auto operator<=>(const Trail &, const Trail &) = default;
};

/// A function that a thread is in, and the place in it, where it calls the next or stands.
struct StandsIn {
  uint32_t function = 0;
  uint64_t place = 0;
};

/// What numbers mean.
class Places {
public:
  virtual ~Places() = default;
  virtual const Trail &trail(uint32_t number) = 0;
  /// The functions of a stack that count, innermost first.
  virtual std::span<const StandsIn> functions(uint32_t stack) = 0;
};

/// What was covered. Functions by number.
struct Covered {
  struct Function {
    bool interrupted = false, ranThrough = false, seen = false;
  };
  std::vector<Function> functions;
  std::set<std::pair<uint32_t, uint32_t>> pairs; ///< <A, B>
  std::set<uint32_t> taken, waited, waitedFor;   ///< by stack, where a lock is taken

  bool isInterrupted(uint32_t f) const { return f < functions.size() && functions[f].interrupted; }
  bool hasPair(uint32_t a, uint32_t b) const { return pairs.contains({a, b}); }
};

class Coverage {
public:
  struct Rules {
    bool wholeStack = false; ///< all functions of a stack count, not the innermost only
    bool closes = false;     ///< over equivalent schedules
  };
  Coverage(Places &places, Rules rules) : places_(places), rules_(rules) {}

  /// Before the first schedule: t stands there as it begins.
  void begin(ThreadId t, uint32_t stack);
  void append(ThreadId t, const Outcome &out);
  void truncate(size_t depth);
  /// An attempt came to nothing. Right after the blocks so far.
  void blocked(const Outcome &attempt);
  void endSchedule();

  const Covered &covered() const { return covered_; }
  /// For what was covered before, in other runs.
  Covered &covered() { return covered_; }
  /// The functions that count of where t stands.
  std::span<const StandsIn> standsIn(ThreadId t) const;
  uint64_t schedules() const { return schedules_; }
  /// Of those, how many at the end had no new task of model 1, and showed no new function; the same
  /// of model 2.
  uint64_t withoutMarks() const { return withoutMarks_; }
  uint64_t withoutPairs() const { return withoutPairs_; }
  /// Before the first schedule here: those before, elsewhere, came to that.
  void goOn(uint64_t withoutMarks, uint64_t withoutPairs) {
    withoutMarks_ = withoutMarks;
    withoutPairs_ = withoutPairs;
  }

private:
  static constexpr size_t npos = ~size_t{0};
  /// A block; the first begun_ of them are where threads stood at the beginning.
  struct Entry {
    ThreadId thread{};
    uint32_t trail = 0, stack = 0;
    size_t before = npos; ///< the one of the same thread, if there is one
    bool ends = false;    ///< the thread, or the program
    bool waits = false;   ///< until it is notified
    Resource first = {};  ///< what it needed first
    std::vector<Resource> released = {};
    std::vector<ThreadId> started = {};
  };

  std::span<const StandsIn> counted(uint32_t stack) const;
  bool isBefore(size_t i, size_t k) const;
  void addInterruptions(size_t at, size_t next);
  void addPair(uint32_t stood, uint32_t executed);
  void addStays(const std::vector<size_t> &blocks);
  bool isUninterrupted(size_t first, size_t last) const;
  void addWaits(size_t next);
  void noteWaiting(uint32_t stack, uint32_t holder);
  uint32_t takenAt(Resource lock, size_t end) const;
  size_t startOf(ThreadId t) const;
  Covered::Function &function(uint32_t f);

  Places &places_;
  Rules rules_;
  std::vector<Entry> entries_;
  size_t begun_ = 0;
  Executed executed_; ///< if closes
  Outcome step_;      ///< what is told to it
  Covered covered_;
  size_t marks_ = 0; ///< tasks of model 1 that were covered here, and functions seen
  uint64_t schedules_ = 0, withoutMarks_ = 0, withoutPairs_ = 0;
  std::set<std::pair<uint32_t, uint32_t>> knownPairs_; ///< of stacks
};

} // namespace xblock
