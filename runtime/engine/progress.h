//===- progress.h - what the search has found, and whether it goes on ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The bookkeeping that all modes share: the schedule being executed, the ends of schedules,
// distinct failures, data races, limits. A mode appends each block, calls exactly one of the end...() functions
// a schedule, and stops when stopped() says so. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/coverage.h"
#include "engine/race_checks.h"
#include "engine/search.h"
#include "engine/trace.h"

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace xblock {

/// As the checks know it: without the schedule.
FoundRace foundRace(const RaceChecks &checks, const RacePair &pair);

class Progress {
public:
  Progress(World &world, const SearchOptions &options, const SearchObserver &observer)
      : world_(world), options_(options), observer_(observer), checks_(options.check) {}

  /// The block that was just executed, failing ones included, attempts that went back not.
  void append(ThreadId t, const Outcome &out) {
    trace_.append(t, out.decisions, out.cut);
    inSchedule_ = true;
    ++result_.blocks;
    result_.triedLocks |= !out.tried.empty();
    if (options_.check != Check::None)
      check(t, out);
    if (options_.coverage) [[unlikely]]
      options_.coverage->append(t, out);
  }
  /// A block of the schedule that a saved search was in, executed again: it was counted before.
  void appendAgain(ThreadId t, const Outcome &out) {
    trace_.append(t, out.decisions, out.cut);
    if (options_.check != Check::None)
      checks_.push(t, out);
    if (options_.coverage)
      options_.coverage->append(t, out);
  }
  const Trace &trace() const { return trace_; }
  void truncate(size_t depth) {
    trace_.truncate(depth);
    checks_.truncate(depth);
    if (options_.coverage) [[unlikely]]
      options_.coverage->truncate(depth);
  }
  /// The attempt that was just made.
  void countAborted(const Outcome &out) {
    ++result_.aborted;
    if (options_.coverage) [[unlikely]]
      options_.coverage->blocked(out);
  }
  void countBeyondBound() { ++result_.beyondBound; }
  const SearchOptions &options() const { return options_; }
  /// How many schedules of this round are left, about: asked at the end of a schedule.
  void setLeft(std::function<double()> left) { left_ = std::move(left); }
  uint64_t schedules() const { return result_.schedules; }

  /// Whether the next block of t would be one too many.
  bool cut(ThreadId t) const { return trace_.blocksOf(t) >= options_.maxBlocks; }

  void endCompleted();
  /// Threads are left, and delayed or asleep: what would follow was explored elsewhere.
  void endRedundant();
  void endCut();
  void endFailed(const Failure &failure);
  /// The threads in `live` cannot go on, and nothing else can: a deadlock, unless a bound of the world keeps some of them
  /// from it.
  void endStuck(std::span<const Waiting> live);
  /// The program did what is not modelled.
  void endUnsupported(const Failure &failure);

  /// The schedule goes on, unless the first failure ends the search.
  void noteStarved(const Failure &failure);
  /// An attempt that was blocked showed it, right after the blocks so far.
  void notePossibleDeadlock(const LockChain &chain);

  /// Asked where the search can be saved.
  bool stopped() {
    if (options_.interrupted && options_.interrupted->load(std::memory_order_relaxed)) [[unlikely]]
      stopped_ = result_.stopped = true;
    return stopped_;
  }
  /// The same as when it was asked last.
  bool wasStopped() const { return stopped_; }
  /// Whether the schedule told of last is still the one that was executed last.
  bool betweenSchedules() const { return !inSchedule_; }
  bool hasWitness() const { return observer_.witness != nullptr; }
  void tellNotRun(size_t depth, ThreadId t, NotRun why) const {
    observer_.witness->notRun(depth, t, why);
  }
  /// Whether the state of the search is to be told.
  bool saveDue() const { return observer_.saveDue && observer_.saveDue->load(std::memory_order_relaxed); }
  /// The same where the search ends before its time.
  bool savesAtLimit() const {
    bool failed = !result_.failures.empty() && !options_.keepGoing;
    return observer_.save && stopped_ && !failed && !result_.unsupported;
  }
  void tellSaved(const std::string &state) { observer_.save(state); }
  void tellResumed() const {
    if (observer_.resumed)
      observer_.resumed();
  }
  const Boundaries &boundaries() const { return boundaries_; }
  /// Writes or reads what holds in all schedules (support/archive.h): the blocks of this one are to be appended again.
  template <typename A> void archive(A &a);
  /// A search with more boundaries begins, from the start.
  void beginRound(Boundaries boundaries) {
    boundaries_ = std::move(boundaries);
    truncate(0);
    inSchedule_ = true;
    ++result_.rounds;
    result_.beyondBound = 0;
    if (hasWitness())
      observer_.witness->beganRound();
    if (observer_.beganRound)
      observer_.beganRound(result_.rounds, result_.schedules, boundaries_);
  }
  /// Closes the books. left: alternatives not yet begun.
  SearchResult finish(uint64_t left);

private:
  void endSchedule();
  void endGivenUp();
  SearchProgress soFar() const;
  void tellEnd(ScheduleEnd how, size_t failure = 0) const {
    if (hasWitness())
      observer_.witness->ended(trace_, how, result_.schedules, failure);
  }
  size_t addFailure(const Failure &failure, uint64_t schedule);
  void check(ThreadId t, const Outcome &out);
  void addRaces(std::span<const RacePair> pairs, bool unprotected);
  FoundRace found(const RacePair &pair) const;

  World &world_;
  const SearchOptions &options_;
  const SearchObserver &observer_;
  Trace trace_;
  RaceChecks checks_;
  Boundaries boundaries_;
  SearchResult result_;
  std::function<double()> left_;
  std::unordered_map<std::string, size_t> failureByKey_;
  std::unordered_map<std::string, size_t> chainByKey_;
  bool stopped_ = false;
  bool inSchedule_ = true; ///< one has begun, or is about to, and did not end
};

} // namespace xblock
