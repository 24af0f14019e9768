//===- race_oracle.h - the data races of a tiny program, by brute force -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Goes through every interleaving of single operations with a whole vector clock beside each thread
// and object, and keeps every access: no epochs, no blocks, nothing left out. Interleavings that
// came to the same state with the same clocks and accesses go on as one.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/program.h"

#include <cstdint>
#include <optional>
#include <set>
#include <utility>

namespace xblock::test {

/// Places as ModelWorld numbers them, the smaller first.
using RacePlaces = std::set<std::pair<uint32_t, uint32_t>>;

/// Empty if there are more than `limit` states.
std::optional<RacePlaces> racesByBruteForce(const Program &program, size_t limit = 20'000);

} // namespace xblock::test
