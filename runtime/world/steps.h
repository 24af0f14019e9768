//===- steps.h - the visible steps of a schedule, with values --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A schedule that is explained runs once more for them, when it is known which accesses are shown
// (trace.h): so nothing else is kept. Hooks tell of an access before it is made; what a write left
// there is read as the next event comes, or the block ends. Steps beyond the most that are wanted
// are left out in the middle, behind the first fifth. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "support/failure.h"
#include "world/trace.h"

#include <deque>
#include <vector>

namespace xblock {

/// The locks that t holds, in the order taken.
std::vector<HeldFor> locksOf(ThreadId t);
/// "mutex m", "lock l (for reading)".
std::string describeHeld(const HeldFor &held);

class StepRecorder {
public:
  /// accesses: of a race, to be found among the steps.
  void begin(const ShownAccesses &shown, const std::vector<AccessReport> &accesses, uint64_t most);
  bool recording() const { return shown_ != nullptr; }
  /// An event of the running thread.
  void add(TracedEvent event);
  /// The running thread is about to compare and exchange the n bytes at p.
  void noteBefore(const void *p, size_t n);
  /// The block that out tells of ended.
  void endBlock(const Outcome &out);
  /// No more come. In the order of the schedule.
  std::vector<StepReport> end();

private:
  static constexpr size_t kBytes = 16; ///< of a value, that are kept
  struct Value {
    unsigned char bytes[kBytes];
    bool known = false;
  };
  struct Recorded {
    uint64_t number = 0;
    TracedEvent event;
    Value before, after;
    std::vector<HeldFor> holding;
    bool failure = false;
  };
  static Value valueAt(uint64_t address, size_t n);
  static StepReport told(const Recorded &step);
  void push(Recorded step);
  void settle(bool made);
  void noteRaces(const Recorded &step);

  const ShownAccesses *shown_ = nullptr;
  uint64_t most_ = 0, number_ = 0;
  std::vector<Recorded> first_;
  std::deque<Recorded> last_;
  Recorded *written_ = nullptr; ///< a write whose result is not known yet
  uint64_t exchanged_ = 0;      ///< address of the compare-exchange under way, 0 if none
  Value before_;                ///< what was there
  std::vector<AccessReport> accesses_;
  std::vector<uint64_t> seenIn_; ///< number of the step that each was seen in last
  size_t stacks_ = 0;
};
extern StepRecorder steps;

} // namespace xblock
