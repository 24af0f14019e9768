//===- shortest.cpp - the schedule with the fewest switches that fails in the same way ------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/shortest.h"

#include "engine/fewest_switches.h"
#include "engine/shorter_runs.h"

#include <algorithm>

namespace xblock {
namespace {

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

/// Runs it once more, so that runs.race() is of it.
bool showsRace(FailingRuns &runs, const Schedule &schedule) {
  runs.allow(4 * schedule.size() + 16);
  return runsExactly(runs, schedule) && runs.race().schedule == schedule;
}

/// First step by step, which tells how many are enough; then what has fewer, if something has.
Shortest shortestOf(FailingRuns &runs, const Schedule &known) {
  const uint64_t all = runs.left();
  runs.allow(all / 2);
  Shortest shortest{.schedule = shorterRuns(runs, known)};
  shortest.switches = switchesOf(shortest.schedule);
  runs.allow(all / 2);
  if (std::optional<Shortest> found = fewest(runs, shortest.switches, shortest.atLeast))
    return *found;
  return shortest;
}

} // namespace

std::optional<Shortest> shorten(World &world, const SearchOptions &options, const SearchObserver &observer, const FoundFailure &found,
                                ShortenLimit &limit) {
  FailureKind kind = found.failure.kind;
  if (limit.blocks == 0 || limit.hangs || kind == FailureKind::Starvation || kind == FailureKind::Stuck || kind == FailureKind::Death)
    return std::nullopt;
  FailingRuns runs(world, options, observer, found.failure.key, found.boundaries, limit);
  return shortestOf(runs, found.schedule);
}

std::optional<Shortest> shortenTo(World &world, const SearchOptions &options, const SearchObserver &observer, const FoundFailure &found,
                                  const Boundaries &boundaries, uint64_t most, ShortenLimit &limit) {
  FailingRuns runs(world, options, observer, found.failure.key, boundaries, limit);
  uint64_t atLeast = 0;
  return fewest(runs, most + 1, atLeast);
}

std::optional<Shortest> shorten(World &world, const SearchOptions &options, FoundRace &found, ShortenLimit &limit) {
  if (limit.blocks == 0 || limit.hangs)
    return std::nullopt;
  FailingRuns runs(world, options, found, limit);
  Shortest shortest = shortestOf(runs, found.schedule);
  if (shortest.schedule != found.schedule && !showsRace(runs, shortest.schedule)) { // the time is over
    shortest.schedule = found.schedule;
    shortest.switches = switchesOf(found.schedule);
  }
  Schedule first = std::move(found.schedule);
  if (shortest.schedule == first) {
    found.schedule = first;
  } else {
    uint64_t foundAt = found.foundAt;
    found = runs.race();
    found.foundAt = foundAt;
  }
  found.found = std::move(first);
  return shortest;
}

} // namespace xblock
