#include "start/auto_policy.h"

#include "report/counted.h"
#include "start/narrator.h"

#include <algorithm>
#include <chrono>

namespace xblock {

namespace {

constexpr uint64_t kPercent = 100;

/// Of a bound on time alone.
std::function<bool()> shareOfTime(const Options &options, const std::function<bool()> &whole) {
  using namespace std::chrono;
  auto end = steady_clock::now() + milliseconds(options.time) * 10 * options.share;
  return [end, whole] { return steady_clock::now() >= end || (whole && whole()); };
}

/// What both found is of the first; the second has it so many times more.
void join(std::vector<FoundFailure> &all, std::vector<FoundFailure> more, uint64_t before) {
  for (FoundFailure &found : more) {
    auto same = std::find_if(all.begin(), all.end(), [&](const FoundFailure &f) { return f.failure.key == found.failure.key; });
    if (same != all.end()) {
      same->count += found.count;
      continue;
    }
    found.foundAt += before;
    all.push_back(std::move(found));
  }
}

void join(std::vector<FoundRace> &all, std::vector<FoundRace> more, uint64_t before) {
  auto places = [](const FoundRace &r) { return std::minmax(r.first.place, r.second.place); };
  for (FoundRace &found : more) {
    if (std::any_of(all.begin(), all.end(), [&](const FoundRace &r) { return places(r) == places(found) && r.key == found.key; }))
      continue;
    found.foundAt += before;
    all.push_back(std::move(found));
  }
}

} // namespace

SearchResult searchThenSample(World &world, const SearchOptions &search, const SearchObserver &observer, const Options &options, Report &report) {
  SearchOptions first = search, second = search;
  first.sampling.reset();
  const bool bySchedules = search.maxSchedules != kUnlimited;
  if (bySchedules)
    first.maxSchedules = std::max<uint64_t>(1, search.maxSchedules / kPercent * options.share + search.maxSchedules % kPercent * options.share / kPercent);
  else
    first.stop = shareOfTime(options, search.stop);
  narrator.say("searches for " + std::to_string(options.share) + " % of the bound");
  SearchResult all = xblock::search(world, first, observer);
  const bool interrupted = search.interrupted && search.interrupted->load() != 0;
  const bool isOver = search.stop && search.stop();
  if (!(all.scheduleLimit || all.stopped) || interrupted || isOver || (bySchedules && all.schedules >= search.maxSchedules))
    return all;
  report.left.push_back("searched: " + counted(all.schedules, "schedule", "schedules") + " by dpor; " +
                        counted(all.branchesLeft, "branch was", "branches were") + " not begun");
  narrator.say("samples for the rest of it");
  if (bySchedules)
    second.maxSchedules -= all.schedules;
  SearchResult rest = xblock::search(world, second, observer);
  const uint64_t before = all.schedules;
  rest.schedules += before;
  rest.blocks += all.blocks;
  rest.aborted += all.aborted;
  rest.rounds = std::max(rest.rounds, all.rounds);
  rest.triedLocks |= all.triedLocks;
  rest.cutSchedules += all.cutSchedules;
  rest.hopelessSchedules += all.hopelessSchedules;
  join(all.failures, std::move(rest.failures), before);
  join(all.races, std::move(rest.races), before);
  join(all.unprotected, std::move(rest.unprotected), before);
  rest.failures = std::move(all.failures);
  rest.races = std::move(all.races);
  rest.unprotected = std::move(all.unprotected);
  if (rest.unsupported)
    rest.unsupported->foundAt += before;
  return rest;
}

} // namespace xblock
