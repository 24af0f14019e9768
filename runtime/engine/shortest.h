//===- shortest.h - the schedule with the fewest switches that fails in the same way --------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A switch is where the next block is another thread's. First the schedule that is known is made shorter step by step: runs of a
// thread are moved to another run of it, or left out, as long as what is left fails in the same way. Then all schedules with no
// switch are tried, then those with one, and so on, up to as many as that has: the first that fails in the same way has the fewest.
// Of schedules in which the same comes before the same only one is tried: a thread goes on later, after others ran, only with a
// block that needs one of theirs; any other would go on at once, and cost no switch more.
//  1. Blocks end where they did as the failure was found.
//  2. What a schedule must do to fail in the same way: end with the same key (Failure::key), or show a race of the same places.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"

#include <cstdint>
#include <optional>

namespace xblock {

/// The schedule with the fewest switches that fails as found.schedule does: perhaps that itself. Runs at most about limit.blocks.
/// The world is in the state that the search began in, and is left in it. Starvation, and failures that the process may not
/// survive, are left as they are: nothing.
std::optional<Shortest> shorten(World &world, const SearchOptions &options, const SearchObserver &observer, const FoundFailure &found,
                                ShortenLimit &limit);
/// The same where blocks end at these boundaries, which are more than those that found.schedule fits: one with at most `most` switches.
/// Nothing, if that takes too long.
std::optional<Shortest> shortenTo(World &world, const SearchOptions &options, const SearchObserver &observer, const FoundFailure &found,
                                  const Boundaries &boundaries, uint64_t most, ShortenLimit &limit);
/// The same of a race: `found` is it as the schedule shows it.
std::optional<Shortest> shorten(World &world, const SearchOptions &options, FoundRace &found, ShortenLimit &limit);

} // namespace xblock
