//===- executed.h - the blocks of the current schedule, and what happens before what ------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What DPOR knows of the schedule it is in: for each block, what it touched and which blocks happen
// before it; for the next block of a thread, which earlier ones it races with. Two blocks conflict if they do on data, on a condition variable, or on
// a lock that one of them still holds as it ends.
//  1. Blocks are pushed and popped like the schedule itself; a pop also takes back what the push
//     did to threads' clocks.
//  2. A block that releases a lock taken in an earlier block happens before the next that
//     acquires it; that is no race.
//  3. A block that began with a lock held is never enabled beside one that takes it: the race is
//     with the one that took it. But a thread in a timed wait, whose next block takes the mutex
//     again if it was notified, may have expired instead.
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/clock.h"
#include "engine/footprint.h"
#include "engine/ran_block.h"
#include "engine/world.h"

#include <span>
#include <utility>
#include <vector>

namespace xblock {

class Executed {
public:
  size_t size() const { return size_; }
  ThreadId thread(size_t i) const { return i < size_ ? steps_[i].thread : thread_; }
  Footprint &footprint(size_t i) { return steps_[i].footprint; }
  FootprintView touched(size_t i) const {
    return i < size_ ? FootprintView(steps_[i].footprint) : touched_;
  }
  std::span<const uint16_t> choices(size_t i) const { return steps_[i].choices; }
  /// Of the thread's blocks, from 0.
  uint32_t number(size_t i) const { return steps_[i].number; }
  /// What happens before it.
  const Clock &before(size_t i) const { return steps_[i].before; }

  /// Works out what happens before t's next block, which did `out` or, blocked, tried to. Call
  /// before the next two.
  void prepare(ThreadId t, const Outcome &out);
  ThreadId prepared() const { return thread_; }
  /// The latest block before `end` that races with the prepared one; npos if none. Go on with its
  /// result as `end`.
  size_t raceBefore(size_t end);
  static constexpr size_t npos = ~size_t{0};

  /// Of blocks i < k; size() stands for the prepared one except in happensBefore().
  bool happensBefore(size_t i, size_t k) const { return isIn(steps_[k].before, i); }
  /// Whether i comes before k for a reason of its own.
  bool needs(size_t i, size_t k) const {
    return thread(i) == thread(k) || isIn(k < size_ ? steps_[k].needed : needed_, i) ||
           conflict(steps_[i].footprint, touched(k));
  }
  /// Executes the prepared block; takes what it touched.
  void push(RanBlock &ran) { ran.take(append(*ran)); }
  void push(Outcome &out) {
    Footprint &touched = append(out);
    std::swap(touched.data, out.data);
    std::swap(touched.sync, out.sync);
  }
  void pop();

private:
  struct Step {
    ThreadId thread{};
    uint32_t number = 0; ///< of the thread's blocks, from 0
    Footprint footprint;
    std::vector<uint16_t> choices;
    std::vector<Resource> holding, released;
    Clock before, needed;
    std::vector<std::pair<ThreadId, Clock>>
        undo; ///< threads' clocks as they were; the first undone_ are in use
    size_t undone = 0;
  };

  /// Whether the set of blocks has block i.
  bool isIn(const Clock &set, size_t i) const {
    return set.has(steps_[i].thread, steps_[i].number);
  }
  /// Visits the blocks before `end` that are not in the set when their turn comes, the latest first; visiting one may add to
  /// the set. Until `visit` says true; then which block that was, else npos. Takes as long as there are such blocks, however
  /// long the schedule is.
  template <typename Visit> size_t findOutside(const Clock &set, size_t end, Visit visit);
  size_t lastOf(ThreadId t) const {
    return index(t) < numbers_.size() && numbers_[index(t)] ? positions_[index(t)][numbers_[index(t)] - 1] : npos;
  }
  void findWaitedOn();
  bool isWaitedOn(const Step &step) const;
  /// Its footprint is to be filled in.
  Footprint &append(const Outcome &out);
  Clock &clock(ThreadId t);
  void keepSeen(const Outcome &out);
  void change(Step &step, ThreadId t);
  bool touches(const Step &step) const { return conflict(step.footprint, touched_); }
  static void add(Clock &clock, const Step &step) {
    clock.add(step.before);
    clock.add(step.thread, step.number);
  }

  std::vector<Step> steps_; ///< the first size_ are in use
  size_t size_ = 0;
  std::vector<Clock>
      clocks_; ///< by thread: what happens before its next block, whatever the schedule
  std::vector<uint32_t> numbers_; ///< by thread: its blocks so far
  std::vector<std::vector<size_t>> positions_; ///< by thread: where they are; the first of its number are in use
  std::vector<uint32_t> left_;                 ///< by thread: of its blocks, the first that are yet to be visited

  ThreadId thread_{}; ///< the prepared block
  const Outcome *out_ = nullptr;
  FootprintView touched_; ///< by it
  Footprint seen_;        ///< of what it touched, if it was blocked
  std::vector<uint64_t>
      waitedOn_;  ///< keys of condition variables that it and its thread's last used
  Clock fixed_;   ///< what happens before it, whatever the schedule
  Clock needed_;  ///< that, and what had to free its locks
  Clock covered_; ///< fixed_, and what happens before a later block that it touches
};

} // namespace xblock
