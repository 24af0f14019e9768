//===- stack_frames.h - in which function's frame an object on a stack is ------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For names of objects, while a schedule is explained. A thread's frames are known as it stops, by
// a walk of its own; so an object that another thread uses meanwhile is in the frame that holds it
// then. A thread's use of its own stack is a walk too.
//  1. Nothing happens but if running.keepsFrames is set.
//  2. An address that was in the frames of several functions has none: a name must not be wrong.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "world/explorer_switch.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace xblock {

class StackFrames {
public:
  /// On the explorer's stack: where threads stand now is where each explained schedule begins.
  void beginHere() { first_ = frames_; }
  /// A schedule is explained, from there.
  void begin();
  /// Other schedules come, in which addresses may be of other frames.
  void forget() { pcs_.clear(); }
  /// On a fiber: the running thread stops here; it uses an object at that address, of any memory.
  void stops();
  void uses(uint64_t address);
  /// Of the schedule explained last: the function, empty if it is not known.
  std::string functionOf(uint64_t address) const;

private:
  static constexpr unsigned kMostWalks = 20'000; ///< then no more is known
  using Frames = std::vector<FrameHere>;

  std::vector<Frames> frames_, first_;         ///< by thread, innermost first
  std::map<uint64_t, std::set<uint64_t>> pcs_; ///< by address; 0: of no frame that is known
  unsigned walks_ = 0;
};
extern StackFrames stackFrames;

} // namespace xblock
