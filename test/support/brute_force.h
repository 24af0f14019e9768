//===- brute_force.h - the oracle: every interleaving of single operations ----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Knows nothing of blocks, delayed threads or conflicts: goes through the states that single
// operations lead to.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/model_state.h"

#include <optional>
#include <set>

namespace xblock::test {

struct Truth {
  std::set<std::vector<int32_t>> finals; ///< ModelState::shared() where every thread has finished
  bool deadlock = false; ///< a state can be reached in which threads live and none can move
  bool failure = false;  ///< a check can fail
};

/// Empty if there are more than `limit` states.
std::optional<Truth> bruteForce(const Program &program, size_t limit = 60000);

} // namespace xblock::test
