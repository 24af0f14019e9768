//===- shortest.cpp - the schedule with the fewest switches that fails in the same way ------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/shortest.h"

#include "engine/fewest_switches.h"
#include "engine/shorter_runs.h"

#include <algorithm>

namespace xblock {
namespace {

/// What remains: found by moving runs of threads.
Shortest made(FailingRuns &runs, const Schedule &known, uint64_t atLeast) {
  Shortest shortest;
  shortest.schedule = shorterRuns(runs, known);
  shortest.switches = switchesOf(shortest.schedule);
  shortest.atLeast = std::min(atLeast, shortest.switches);
  return shortest;
}

/// With fewer switches than `end`. Nothing if there is none, or it takes too long: then none has fewer than atLeast.
std::optional<Shortest> fewest(FailingRuns &runs, uint64_t end, uint64_t &atLeast) {
  for (atLeast = 0; atLeast < end; ++atLeast) {
    FewestSwitches search(runs, atLeast);
    FewestSwitches::Result result = search.run();
    if (result == FewestSwitches::Found)
      return Shortest{search.schedule(), switchesOf(search.schedule()), atLeast};
    if (result == FewestSwitches::TooLong)
      break;
  }
  return std::nullopt;
}

Shortest shortestOf(FailingRuns &runs, const Schedule &known) {
  const uint64_t most = switchesOf(known);
  const uint64_t all = runs.left();
  uint64_t atLeast = 0;
  runs.allow(all / 2);
  if (std::optional<Shortest> found = fewest(runs, most, atLeast))
    return *found;
  if (atLeast == most)
    return {known, most, most};
  runs.allow(all - all / 2);
  return made(runs, known, atLeast);
}

} // namespace

std::optional<Shortest> shorten(World &world, const SearchOptions &options, const SearchObserver &observer, const FoundFailure &found,
                                uint64_t blocks) {
  FailureKind kind = found.failure.kind;
  if (blocks == 0 || kind == FailureKind::Starvation || kind == FailureKind::Stuck || kind == FailureKind::Death)
    return std::nullopt;
  FailingRuns runs(world, options, observer, found.failure.key, found.boundaries, blocks);
  return shortestOf(runs, found.schedule);
}

std::optional<Shortest> shortenTo(World &world, const SearchOptions &options, const SearchObserver &observer, const FoundFailure &found,
                                  uint64_t most, uint64_t blocks) {
  FailingRuns runs(world, options, observer, found.failure.key, found.boundaries, blocks);
  uint64_t atLeast = 0;
  return fewest(runs, most + 1, atLeast);
}

std::optional<Shortest> shorten(World &world, const SearchOptions &options, FoundRace &found, uint64_t blocks) {
  if (blocks == 0)
    return std::nullopt;
  FailingRuns runs(world, options, found, blocks);
  Shortest shortest = shortestOf(runs, found.schedule);
  if (shortest.schedule == found.schedule) {
    found.found = found.schedule;
    return shortest;
  }
  FoundRace shown = runs.race();
  shown.foundAt = found.foundAt;
  shown.found = std::move(found.schedule);
  found = std::move(shown);
  return shortest;
}

} // namespace xblock
