//===- schedule.h - the sequence of blocks, with choices, that replays a run --------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Text form, one word, safe in a shell: "x1:" then runs separated by '.', each THREAD or THREAD 'x' COUNT for
// COUNT blocks of one thread without choices, or THREAD 'c' A 'c' B ... for one block that decided A, then B.
// 'b' K after that: the block ended right before its K-th acquire of a lock under a lock.
// 'a' K instead: right after its K-th plain access of memory.
// Example: x1:0x2.1.2x3.1c1.0
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xblock {

/// One block of a thread, with the decisions taken in it (which waiter wakes, ...), each counted from 0.
struct Step {
  ThreadId thread{};
  std::vector<uint16_t> choices;
  uint32_t cut = 0; ///< not 0: the block ended early, right before its cut-th nested acquire (boundary refinement)
  uint64_t cutAfter = 0; ///< not 0: it ended early, right after its cutAfter-th plain access (promotion)
  friend bool operator==(const Step &, const Step &) = default;
};

using Schedule = std::vector<Step>;

std::string print(const Schedule &schedule);
/// Empty, with a message in *error that says where and what, if the text is no schedule.
std::optional<Schedule> parseSchedule(std::string_view text, std::string *error);

} // namespace xblock
