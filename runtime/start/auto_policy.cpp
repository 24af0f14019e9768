#include "start/auto_policy.h"

#include "engine/archive.h"
#include "report/counted.h"
#include "start/narrator.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <vector>

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
  std::vector<uint64_t> positions; ///< of the failures that the sampling found, in the list of all
  template <typename A> void archive(A &a) {
    io(a, searched);
    io(a, part);
    io(a, positions);
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

std::tuple<uint32_t, uint32_t, uint64_t> placesOf(const FoundRace &r) {
  auto [low, high] = std::minmax(r.first.place, r.second.place);
  return {low, high, r.key};
}

void join(std::vector<FoundRace> &all, std::vector<FoundRace> more, uint64_t before) {
  for (FoundRace &found : more) {
    if (std::any_of(all.begin(), all.end(), [&](const FoundRace &r) { return placesOf(r) == placesOf(found); }))
      continue;
    found.foundAt += before;
    all.push_back(std::move(found));
  }
}

/// Whoever is told of what is sampled behind a search: schedules have the numbers that follow, failures the positions of join(), and what the
/// search found is not told of again.
class Behind {
public:
  /// `positions` is for it to keep, as it was where a sampling goes on, and told with the state that is saved.
  Behind(const SearchObserver &first, const SearchResult &all, std::vector<uint64_t> &positions) : observer_(first), first_(first), positions_(positions) {
    const uint64_t before = all.schedules;
    observer_.failed = [this, before, &all](const FoundFailure &found) {
      auto same = std::find_if(all.failures.begin(), all.failures.end(), [&](const FoundFailure &f) { return f.failure.key == found.failure.key; });
      auto own = static_cast<uint64_t>(std::count_if(positions_.begin(), positions_.end(), [&](uint64_t at) { return at >= all.failures.size(); }));
      positions_.push_back(static_cast<uint64_t>(same - all.failures.begin()) + (same == all.failures.end() ? own : 0));
      if (same != all.failures.end() || !first_.failed)
        return;
      FoundFailure later = found;
      later.foundAt += before;
      first_.failed(later);
    };
    observer_.raced = [this, before, &all](const FoundRace &found, bool unprotected) {
      const std::vector<FoundRace> &known = unprotected ? all.unprotected : all.races;
      if (!first_.raced || std::any_of(known.begin(), known.end(), [&](const FoundRace &r) { return placesOf(r) == placesOf(found); }))
        return;
      FoundRace later = found;
      later.foundAt += before;
      first_.raced(later, unprotected);
    };
    if (first_.progressed)
      observer_.progressed = [this, before](const SearchProgress &now) {
        SearchProgress later = now;
        later.schedules += before;
        later.estimatedTotal += static_cast<double>(before);
        first_.progressed(later);
      };
    if (first_.beganRound)
      observer_.beganRound = [this, before](uint64_t round, uint64_t schedules, const Boundaries &b) { first_.beganRound(round, before + schedules, b); };
    if (!first_.witness)
      return;
    witness_ = *first_.witness;
    witness_.ended = [this, before](const Trace &trace, ScheduleEnd how, uint64_t number, size_t failure) {
      first_.witness->ended(trace, how, before + number, how == ScheduleEnd::Failed ? positions_[failure] : failure);
    };
    observer_.witness = &witness_;
  }
  Behind(const Behind &) = delete;
  Behind &operator=(const Behind &) = delete;
  const SearchObserver &observer() const { return observer_; }

private:
  SearchObserver observer_;
  const SearchObserver &first_;
  SearchWitness witness_;
  std::vector<uint64_t> &positions_; ///< in the joined list, of the failures of the second
};

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
    state = {std::move(found), "", {}};
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
  const Behind behind(saves, all, state.positions);
  std::optional<SearchResult> sampled = wasSampling
                                            ? xblock::resume(world, second, behind.observer(), state.part)
                                            : xblock::search(world, second, behind.observer());
  if (!sampled)
    return std::nullopt;
  SearchResult rest = std::move(*sampled);
  const uint64_t before = all.schedules;
  rest.schedules += before;
  rest.redundant += all.redundant;
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
