//===- schedule.h - the sequence of blocks, with choices, that replays a run --------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Text form, one word, safe in a shell: "x1:" then runs separated by '.', each THREAD or THREAD 'x' COUNT for
// COUNT blocks of one thread without choices, or THREAD 'c' A 'c' B ... for one block that decided A, then B.
// After that, if the block ended early: 'b' K right before its K-th acquire of a lock under a lock, 'a' K right after its
// K-th plain access of memory, 'l' K right after the K-th lock that it took, 'p' K at its K-th cancellation point.
// Example: x1:0x2.1.2x3.1c1.0
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xblock {

/// Where a block ended early, beside the fixed boundaries: at a boundary that a search learned of (World::refine(),
/// promote(), observe()).
struct Cut {
  enum Where : char {
    Nowhere = 0,         ///< it did not
    BeforeAcquire = 'b', ///< of a lock that it did not hold, while it held another
    AfterAccess = 'a',   ///< a plain one
    AfterAcquire = 'l',  ///< of a lock that it did not hold, but by a try-lock
    AtPoint = 'p',       ///< where it could be cancelled, or begins to wait for a thread that others wait for
  };
  Where where = Nowhere;
  uint64_t number = 0; ///< of the acquire, access or point, among those of the block, from 1
  friend bool operator==(const Cut &, const Cut &) = default;
};

/// One block of a thread, with the decisions taken in it (which waiter wakes, ...), each counted from 0.
struct Step {
  ThreadId thread{};
  std::vector<uint16_t> choices;
  Cut cut = {};
  friend bool operator==(const Step &, const Step &) = default;
};

using Schedule = std::vector<Step>;

/// Places in it where the next block is another thread's.
uint64_t switchesOf(const Schedule &schedule);

std::string print(const Schedule &schedule);
/// Empty, with a message in *error that says where and what, if the text is no schedule.
std::optional<Schedule> parseSchedule(std::string_view text, std::string *error);

} // namespace xblock
