//===- turning_point.h - the block after which no schedule avoids the failure ---------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Of a failing schedule: the first block after which every schedule that goes on from there fails, in this way or another. Right
// before it some do not: one of them is given, and does something else there. Whether all fail is searched by dpor, with as many
// rounds as it asks for.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"

#include <cstdint>

namespace xblock {

/// Each part as far as it is found by running at most about limit.blocks twice; its boundaries may be more than those of `found`. The
/// world is in the state that the search began in, and is left in it.
Explanation explainFailure(World &world, const SearchOptions &options, const SearchObserver &observer, const FoundFailure &found,
                           ShortenLimit &limit);

} // namespace xblock
