//===- race_pairs.h - accesses that could race in some schedule ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For boundary refinement (design.md section 3): two conflicting accesses, at most one of them
// atomic, without a common lock and without an order that holds in every schedule make the places
// of the plain ones boundaries, so that racy programs are explored to the end, under sequential
// consistency. What holds in every schedule is happens-before without the order of locks: creation,
// join, wake-ups, semaphores, atomics of any order. An order that only the luck of a lock gave in
// this schedule must not hide a pair.
//  1. Blocks are pushed and popped like the schedule itself.
//  2. Places are only added.
//  3. Of a thread's accesses of one place under the same locks the last stands for all: whoever knows of it knows of
//     the earlier ones.
// This is no race report: what is reported is the full relation of an executed schedule.
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/clock.h"
#include "engine/world.h"
#include "support/archive.h"

#include <deque>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace xblock {

class RacePairs {
public:
  /// Goes through a block that t executed, or tried to, and notes the places of pairs.
  void compare(ThreadId t, const Outcome &out);
  /// The block was executed.
  void push(ThreadId t, const Outcome &out);
  void pop();
  void truncate(size_t size) {
    while (size_ > size)
      pop();
  }

  /// Takes the places found since into the boundaries. True if there were new ones.
  bool refine();
  std::span<const uint32_t> boundaries() const { return boundaries_; }
  /// Writes or reads what holds in all schedules (support/archive.h): the blocks of this one are to be pushed again.
  template <typename A> void archive(A &a) {
    io(a, places_);
    io(a, boundaries_);
  }

private:
  /// An access of the current schedule. Segment: its thread's count of what others may know of
  /// apart.
  struct Access {
    ThreadId thread{};
    uint32_t segment = 0;
    uint8_t reads = 0, writes = 0;
    bool atomic = false;
    uint32_t place = 0;
    std::vector<Resource> locks;
    size_t shared = 0; ///< so many of them, the first, for reading only
  };
  /// The accesses of one key; the first `used` are in use.
  struct History {
    std::vector<Access> all;
    size_t used = 0;
  };
  /// An access that was added to a history, or took the place of an earlier one.
  struct Recorded {
    History *history;
    uint32_t at;      ///< where in it
    uint32_t segment; ///< of the earlier one
    bool added;
  };
  /// A clock as it was: of a thread, or of what was sent to a key.
  struct Saved {
    Clock *clock;
    Clock old;
  };
  struct ThreadClock {
    Clock clock; ///< what comes before the thread's next event
    uint32_t segment = 0;
  };
  struct Step {
    ThreadClock *thread = nullptr; ///< null: the block told of no event
    uint32_t segment = 0;          ///< as it was
    std::vector<Recorded> recorded;
    std::vector<Saved> saved; ///< the first savedUsed
    size_t savedUsed = 0;
  };

  void compareAccess(ThreadId t, const RaceEvent &e, const Outcome &out, const Clock &known);
  void record(Step &step, ThreadId t, const RaceEvent &e, const Outcome &out);
  static bool alike(const Access &a, ThreadId t, const RaceEvent &e, const Outcome &out);
  Clock &change(Step &step, Clock &clock);
  Clock &of(ThreadId t) { return threadOf(t).clock; }
  ThreadClock &threadOf(ThreadId t) {
    while (index(t) >= threads_.size())
      threads_.emplace_back();
    return threads_[index(t)];
  }

  std::deque<ThreadClock> threads_; ///< stays where it is as it grows
  std::unordered_map<uint64_t, Clock> sent_;
  std::unordered_map<uint64_t, History> histories_;
  std::vector<Step> steps_; ///< the first size_ are in use
  size_t size_ = 0;
  Clock known_;
  std::set<uint32_t> places_;
  std::vector<uint32_t> boundaries_; ///< sorted
};

} // namespace xblock
