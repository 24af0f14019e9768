//===- stack_slots.h - how large the stacks of threads are ----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Each thread has a slot of the same size, by its number. What is not stack, below it, is inaccessible: of a small stack most
// of the slot, so that a large frame does not reach the stack of another thread.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/layout_linux.h"

#include <algorithm>

namespace xblock {

struct StackSlots {
  static constexpr uint64_t kUsual = uint64_t{8} << 20, kLeast = uint64_t{64} << 10, kMost = uint64_t{1} << 30;

  uint64_t size = kUsual;                      ///< of a stack, in bytes: whole pages
  uint64_t slot = kUsual + layout::kStackGuard;

  void resize(uint64_t bytes) {
    size = (bytes + 4095) & ~uint64_t{4095};
    slot = std::max(size, kUsual) + layout::kStackGuard;
  }
  /// How many threads there can be.
  unsigned most() const {
    return static_cast<unsigned>(std::min<uint64_t>(layout::kMaxThreads, layout::kStacksSize / slot));
  }
};

/// How the failure of a stack that ended is told.
constexpr const char *kStackOverflow = "stack overflow in ";

/// While a schedule is explained, what the runtime itself does at each access needs more of the thread's stack: so much of the guard is
/// lent to it. The program's own frames are not to reach there, which is asked at each access (overflowsHere).
void lendOfGuards(bool isLent);
/// The same for the running thread for good, where its stack ends within the runtime or a library: it may hold a lock, or have changed half of what it keeps,
/// and goes on. From then on each access is asked. False: it has it already.
bool lendOfGuardHere();
struct GuardsLent {
  bool toExplain = false; ///< to all threads, until the next schedule that is not explained
  bool forGood = false;   ///< to some
};
extern GuardsLent guardsLent;

/// As --stack-size says; set before the first thread is made.
extern StackSlots stacks;

} // namespace xblock
