//===- race_clocks.h - happens-before of the schedule being executed ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Vector clocks by the rules of C++ and POSIX: program order; creation, join; a lock's release and
// its next acquire; notify and the woken thread; semaphores, static guards and once; an atomic
// write that releases and the read that sees it and acquires, with the rules of C++20 for
// read-modify-writes in between (release sequences) and fences.
//  1. An epoch of a thread begins right after what it did was made known to others (increment after
//     release): an access made after an unlock is not known to who locks next.
//  2. A relaxed or missing order synchronises with nobody. A write that does not release ends the
//     release sequence of the object; one that is a read-modify-write does not.
//  3. Every change is on the log: rollback() goes back to a mark().
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/race_table.h"
#include "engine/world.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace xblock {

class RaceClocks {
public:
  /// t does what the event tells; nothing if it is an access.
  void apply(ThreadId t, const RaceEvent &event);

  uint32_t epoch(ThreadId t) { return threadOf(t).now[index(t)]; }
  /// Whether what u did in that epoch comes before what t does now.
  bool knows(ThreadId t, ThreadId u, uint32_t epoch) {
    const Clock &clock = threadOf(t).now;
    return index(u) < clock.size() && epoch <= clock[index(u)];
  }

  size_t mark() const { return log_.size(); }
  void rollback(size_t mark);

private:
  using Clock = std::vector<uint32_t>; ///< by thread, from 1; 0 and beyond the end: nothing
  struct Thread {
    Clock now;
    Clock pending; ///< seen by relaxed reads: known after a fence that acquires
    Clock fenced;  ///< now, at the last fence that releases
  };
  struct Change {
    Clock *clock;
    uint32_t at, old;
  };

  Thread &threadOf(ThreadId t) {
    if (__builtin_expect(index(t) >= threads_.size(), 0))
      addThreads(t);
    return *threads_[index(t)];
  }
  void addThreads(ThreadId t);
  Clock &objectOf(uint64_t key) {
    uint32_t number = numbers_.number(key);
    if (__builtin_expect(number == objects_.size(), 0))
      objects_.push_back(std::make_unique<Clock>());
    return *objects_[number];
  }
  void set(Clock &clock, size_t at, uint32_t value) {
    if (__builtin_expect(at >= clock.size(), 0))
      clock.resize(at + 1);
    log_.push_back({&clock, static_cast<uint32_t>(at), clock[at]});
    clock[at] = value;
  }
  void add(Clock &to, const Clock &from);
  void copy(Clock &to, const Clock &from);
  void next(Thread &thread, ThreadId t) { set(thread.now, index(t), thread.now[index(t)] + 1); }
  void load(Thread &thread, const RaceEvent &event);
  void store(Thread &thread, ThreadId t, const RaceEvent &event);
  void fence(Thread &thread, ThreadId t, Order order);

  std::vector<std::unique_ptr<Thread>> threads_; ///< here and below: stay where they are
  RaceTable numbers_;
  std::vector<std::unique_ptr<Clock>> objects_; ///< by number
  std::vector<Change> log_;
};

} // namespace xblock
