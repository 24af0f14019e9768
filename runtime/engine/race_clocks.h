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
//  3. What an object was given is the giver's clock as it was, which nothing changes any more. An epoch ends where a clock is given away; so
//     whoever knows the giver's epoch knows all of that clock.
//  4. Every change is on the log: rollback() goes back to a mark().
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/race_table.h"
#include "engine/world.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace xblock {

class RaceClocks {
public:
  /// t does what the event tells; nothing if it is an access.
  void apply(ThreadId t, const RaceEvent &event);

  uint32_t epoch(ThreadId t) { return threadOf(t).now[index(t)]; }
  /// By thread, the last of its epochs that comes before what t does now. Valid until the next call.
  std::span<const uint32_t> known(ThreadId t) { return threadOf(t).now; }

  size_t mark() const { return log_.size(); }
  void rollback(size_t mark);

private:
  static constexpr uint32_t kNobody = ~uint32_t{0};
  using Clock = std::vector<uint32_t>; ///< by thread, from 1; 0 and beyond the end: nothing
  struct Thread {
    Clock now;
    Clock pending; ///< seen by relaxed reads: known after a fence that acquires
    Clock fenced;  ///< now, at the last fence that releases
  };
  /// A clock that was given: given_[begin, begin + size).
  struct Given {
    uint32_t begin = 0, size = 0;
    uint32_t giver = kNobody; ///< whose clock it is, in that epoch; nobody's if it is several clocks together
    uint32_t epoch = 0;
  };
  struct Object {
    Given all;
    Given readers; ///< what readers of a read-write lock give to its next writer only
  };
  struct Change {
    Clock *clock;     ///< or null: what an object was given
    uint32_t at, old; ///< of the clock; else the object's number, and whether by its readers
    Given before;
  };

  Thread &threadOf(ThreadId t) {
    if (__builtin_expect(index(t) >= threads_.size(), 0))
      addThreads(t);
    return *threads_[index(t)];
  }
  void addThreads(ThreadId t);
  uint32_t numberOf(uint64_t key) {
    uint32_t number = numbers_.number(key);
    if (__builtin_expect(number == objects_.size(), 0))
      objects_.emplace_back();
    return number;
  }
  const Object &objectOf(uint64_t key) { return objects_[numberOf(key)]; }
  Given &toChange(uint64_t key, bool byReaders) {
    uint32_t number = numberOf(key);
    Given &given = byReaders ? objects_[number].readers : objects_[number].all;
    log_.push_back({nullptr, number, byReaders, given});
    return given;
  }
  void set(Clock &clock, size_t at, uint32_t value) {
    if (__builtin_expect(at >= clock.size(), 0))
      clock.resize(at + 1);
    log_.push_back({&clock, static_cast<uint32_t>(at), clock[at], {}});
    clock[at] = value;
  }
  void add(Clock &to, std::span<const uint32_t> from);
  void copy(Clock &to, const Clock &from);
  void take(Clock &to, const Given &from);
  void give(Given &to, const Clock &clock, uint32_t giver);
  void giveBeside(Given &to, const Clock &clock); ///< here and above: of toChange()
  void next(Thread &thread, ThreadId t) { set(thread.now, index(t), thread.now[index(t)] + 1); }
  void load(Thread &thread, const RaceEvent &event);
  void store(Thread &thread, ThreadId t, const RaceEvent &event);
  void fence(Thread &thread, ThreadId t, Order order);

  std::vector<std::unique_ptr<Thread>> threads_; ///< stay where they are
  RaceTable numbers_;
  std::vector<Object> objects_; ///< by number
  std::vector<uint32_t> given_; ///< grows with the log, and shrinks with it
  std::vector<Change> log_;
};

} // namespace xblock
