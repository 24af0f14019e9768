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

/// Where a stack ends within the runtime or a library, which may hold a lock, or have changed half of what it keeps: the running thread, whose stack pointer is
/// `stack`, gets a part of the guard, with which that goes on, so that only the program's own frames overflow. From a signal handler. False: it has it already, or
/// the stack is not what ended.
bool lendOfGuard(uint64_t stack);
/// Before each block, but of threads that are there. Until then each access asks whether the program's own frames are.
void takeGuardsBack();
/// Whether there are any.
extern bool guardsLent;

/// As --stack-size says; set before the first thread is made.
extern StackSlots stacks;

} // namespace xblock
