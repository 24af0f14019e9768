//===- race_accesses.h - accesses of the schedule being executed that nothing orders ------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Data races by happens-before: two accesses of the same bytes by two threads, at least one a
// write, at most one atomic, neither before the other.
//  1. Of a byte's accesses by one thread at one place the last stands for all: what is unordered
//     with an earlier one is unordered with it too. So a history is as long as the program has
//     places, and no pair of places is lost, which FastTrack's two epochs would lose.
//  2. Each unordered pair of places is told of once, in whatever schedule.
//  3. Who knows the last access to a variable knows all that the one who made it knew: mostly all accesses before, or all writes, which then need no look.
//  4. rollback() goes back to a mark().
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/race_clocks.h"
#include "engine/race_table.h"
#include "engine/world.h"

#include <span>
#include <vector>

namespace xblock {

/// One of two accesses.
struct RaceSide {
  ThreadId thread{};
  uint32_t place = 0; ///< as in RaceEvent
  bool writes = false;
  bool atomic = false;
  uint32_t lockset = 0; ///< in RaceLocksets
};
struct RacePair {
  RaceSide first, second; ///< in the order of the schedule
  uint64_t key = 0;       ///< as in AccessEntry
  uint8_t bytes = 0;      ///< that both accessed
};

class RaceAccesses {
public:
  /// Adds to `found` the new pairs that t's access makes with earlier ones.
  void access(ThreadId t, const RaceEvent &event, uint32_t lockset, RaceClocks &clocks,
              std::vector<RacePair> &found);
  size_t mark() const { return log_.size(); }
  void rollback(size_t mark);
  /// Writes or reads what holds in all schedules (support/archive.h).
  template <typename A> void archive(A &a) { io(a, pairs_); }

private:
  /// Copied in words and not in parts: a processor waits where it is to load at once what it has just stored in parts.
  struct alignas(8) Access {
    ThreadId thread{};
    uint32_t epoch = 0, place = 0, lockset = 0;
    uint8_t reads = 0, writes = 0;
    bool atomic = false;
    friend bool operator==(const Access &, const Access &) = default;
  };
  /// Whose access was the last, and below it in which epoch, if all others that are kept come before it; else kUnordered. 0, which all come behind, if there is none.
  using Last = uint64_t;
  static constexpr Last kUnordered = ~uint64_t{0};
  static Last lastOf(ThreadId t, uint32_t epoch) { return uint64_t{index(t)} << 32 | epoch; }
  static constexpr size_t kHints = 32;
  static constexpr unsigned kHintShift = 32 - 5;
  struct History {
    std::vector<Access> all;
    size_t used = 0;
    Last last = 0, lastWrite = 0; ///< of all; of those that write
    bool several = false;       ///< of one thread, place and sort there were several once
    uint8_t hints[kHints] = {}; ///< where those of a thread and place were found last
  };
  enum class What : uint8_t { Added, Changed, Removed, None }; ///< None: only `last` changed
  struct Change {
    uint32_t history; ///< its number
    uint32_t at;      ///< Removed: where the last one went instead
    What what;
    Last last, lastWrite; ///< before
    Access old;
  };
  Change &newChange(uint32_t history, size_t at, What what) {
    Change &change = log_.emplace_back();
    change.history = history;
    change.at = static_cast<uint32_t>(at);
    change.what = what;
    change.last = histories_[history].last;
    change.lastWrite = histories_[history].lastWrite;
    return change;
  }

  bool isNew(uint32_t place, uint32_t other);
  static bool alike(const Access &a, const Access &b);
  static bool covers(const Access &fresh, const Access &old);
  /// Whether the one that was made by that thread in that epoch comes before what t does now.
  static bool comesBefore(ThreadId thread, uint32_t epoch, ThreadId t, std::span<const uint32_t> known) {
    return thread == t || (index(thread) < known.size() && epoch <= known[index(thread)]);
  }
  static bool comesBefore(Last last, ThreadId t, std::span<const uint32_t> known) {
    return last != kUnordered && comesBefore(ThreadId{static_cast<uint32_t>(last >> 32)}, static_cast<uint32_t>(last), t, known);
  }
  /// Looks at each other one. Whether all of them come before, and all that write.
  struct Before {
    bool all, writes;
  };
  [[gnu::noinline]] Before findRaces(const History &history, const Access &fresh, uint64_t key, std::span<const uint32_t> known,
                                   std::vector<RacePair> &found);
  [[gnu::noinline]] void keep(uint32_t number, const Access &access);
  static const Access *findOnly(History &history, const Access &fresh);
  void replace(uint32_t number, size_t at, const Access &fresh);
  void append(uint32_t number, const Access &fresh);
  void remove(uint32_t number, size_t at);

  RaceTable numbers_;
  std::vector<History> histories_; ///< by number
  RaceTable pairs_;               ///< of places, told of
  std::vector<Change> log_;
};

} // namespace xblock
