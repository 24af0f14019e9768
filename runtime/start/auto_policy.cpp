#include "start/auto_policy.h"

#include "engine/archive.h"
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

/// Where it is: in the search, or behind it, which found this, in the sampling; and the state of
/// that one.
struct Saved {
  std::optional<SearchResult> searched;
  std::string part;
  template <typename A> void archive(A &a) {
    io(a, searched);
    io(a, part);
  }
};

/// What both found is of the first; the second has it so many times more.
void join(std::vector<FoundFailure> &all, std::vector<FoundFailure> more, uint64_t before) {
  for (FoundFailure &found : more) {
    auto same = std::find_if(all.begin(), all.end(), [&](const FoundFailure &f) {
      return f.failure.key == found.failure.key;
    });
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
    if (std::any_of(all.begin(), all.end(), [&](const FoundRace &r) {
          return places(r) == places(found) && r.key == found.key;
        }))
      continue;
    found.foundAt += before;
    all.push_back(std::move(found));
  }
}

} // namespace

std::optional<SearchResult> searchThenSample(World &world, const SearchOptions &search,
                                             const SearchObserver &observer, const Options &options,
                                             const std::optional<std::string> &saved,
                                             Report &report) {
  SearchOptions first = search, second = search;
  first.sampling.reset();
  const bool bySchedules = search.maxSchedules != kUnlimited;
  if (bySchedules)
    first.maxSchedules =
        std::max<uint64_t>(1, search.maxSchedules / kPercent * options.share +
                                  search.maxSchedules % kPercent * options.share / kPercent);
  else
    first.stop = shareOfTime(options, search.stop);
  Saved state;
  if (saved) {
    Reader in{*saved};
    io(in, state);
  }
  SearchObserver saves = observer;
  if (observer.save)
    saves.save = [&](const std::string &part) {
      state.part = part;
      Writer out;
      io(out, state);
      observer.save(out.bytes);
    };
  if (!state.searched) {
    narrator.say("searches for " + std::to_string(options.share) + " % of the bound");
    std::optional<SearchResult> found = saved ? xblock::resume(world, first, saves, state.part)
                                              : xblock::search(world, first, saves);
    if (!found)
      return std::nullopt;
    const bool interrupted = search.interrupted && search.interrupted->load() != 0;
    const bool isOver = search.stop && search.stop();
    if (!(found->scheduleLimit || found->stopped) || interrupted || isOver ||
        (bySchedules && found->schedules >= search.maxSchedules))
      return found;
    state = {std::move(found), ""};
  }
  SearchResult &all = *state.searched;
  report.left.push_back("searched: " + counted(all.schedules, "schedule", "schedules") +
                        " by dpor; " + counted(all.branchesLeft, "branch was", "branches were") +
                        " not begun");
  narrator.say("samples for the rest of it");
  if (bySchedules)
    second.maxSchedules -=
        std::min(second.maxSchedules,
                 all.schedules); // of a sample that goes on the bound may be another one
  const bool wasSampling = !state.part.empty();
  std::optional<SearchResult> sampled = wasSampling
                                            ? xblock::resume(world, second, saves, state.part)
                                            : xblock::search(world, second, saves);
  if (!sampled)
    return std::nullopt;
  SearchResult rest = std::move(*sampled);
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
