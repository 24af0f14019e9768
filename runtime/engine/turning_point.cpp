//===- turning_point.cpp - the block after which no schedule avoids the failure -------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/turning_point.h"

#include "engine/dpor.h"
#include "engine/shortest.h"

#include <algorithm>
#include <atomic>
#include <set>

namespace xblock {
namespace {

template <typename T> bool takeIn(std::vector<T> &into, const std::vector<T> &more) {
  std::set<T> all(into.begin(), into.end());
  all.insert(more.begin(), more.end());
  bool grew = all.size() > into.size();
  into.assign(all.begin(), all.end());
  return grew;
}

/// Whether there were new ones.
bool takeIn(Boundaries &into, const Boundaries &more) {
  bool edges = takeIn(into.edges, more.edges), places = takeIn(into.places, more.places), locks = takeIn(into.locks, more.locks);
  return edges || places || locks;
}

/// Searches the schedules that begin like a failing one.
class Continuations {
public:
  enum Answer : uint8_t {
    Avoidable,   ///< by avoids()
    Unavoidable, ///< all fail
    Unknown,
    Refined ///< boundaries() has new ones
  };

  Continuations(World &world, const SearchOptions &options, const SearchObserver &observer, const Boundaries &boundaries, ShortenLimit &limit,
                uint64_t blocks)
      : world_(world), options_(options), observer_(observer), boundaries_(boundaries), limit_(limit), left_(blocks) {}

  /// After these blocks.
  Answer after(std::span<const Step> prefix) {
    SearchResult result;
    bool inVain = search(prefix, result);
    left_ -= std::min(left_, result.blocks + result.aborted);
    if (avoids_)
      return Avoidable;
    if (takeIn(boundaries_, learned_))
      return Refined;
    uint64_t failed = 0;
    for (const FoundFailure &f : result.failures)
      failed += f.count;
    bool all = failed + result.redundant == result.schedules && failed > 0;
    return all && !inVain && !result.unsupported && !result.stopped && !result.scheduleLimit ? Unavoidable : Unknown;
  }
  const Schedule &avoids() const { return *avoids_; }
  const Boundaries &boundaries() const { return boundaries_; }
  uint64_t left() const { return limit_.hangs ? 0 : left_; }

private:
  /// True if the round was broken off, or the program does something else.
  bool search(std::span<const Step> prefix, SearchResult &result) {
    avoids_.reset();
    SearchOptions options;
    options.mode = Mode::Dpor;
    options.keepGoing = true;
    options.startsOutside = options_.startsOutside;
    options.maxBlocks = options_.maxBlocks;
    options.maxSchedules = 1 + left_ / (prefix.size() + 1);
    std::atomic<uint32_t> over = 0;
    options.interrupted = &over;
    options.stop = [&] {
      return avoids_ || (options_.stop && options_.stop()) ||
             (options_.interrupted && options_.interrupted->load(std::memory_order_relaxed));
    };
    SearchObserver observer;
    observer.failed = [&](const FoundFailure &f) {
      limit_.hangs |= f.failure.kind == FailureKind::Stuck;
      over = limit_.hangs;
    };
    observer.judge = [&](const Trace &trace) {
      std::optional<Failure> failure = observer_.judge ? observer_.judge(trace) : std::nullopt;
      if (!failure)
        avoids_ = trace.schedule();
      return failure;
    };
    Progress progress(world_, options, observer);
    Refinement refinement;
    refinement.takeLocks(boundaries_.locks);
    progress.beginRound(boundaries_);
    world_.endBlocksAt(boundaries_);
    SnapshotId start = world_.save();
    DporSearch dpor(world_, refinement, progress, prefix);
    uint64_t left = dpor.run();
    world_.restore(start);
    world_.discard(start);
    result = progress.finish(left);
    bool inVain = refinement.isInVain();
    refinement.grow();
    learned_ = refinement.boundaries();
    return inVain || dpor.isMisfit();
  }

  World &world_;
  const SearchOptions &options_;
  const SearchObserver &observer_;
  Boundaries boundaries_, learned_;
  ShortenLimit &limit_;
  uint64_t left_;
  std::optional<Schedule> avoids_;
};

/// Looks for it in the shortest schedule. False: more boundaries were learned of, which are in now.boundaries.
bool findTurn(Continuations &from, FailureKind kind, Explanation &now) {
  const Schedule &schedule = now.shortest->schedule;
  std::span<const Step> steps(schedule);
  // Who is stuck may have decided to wait: then schedules with these blocks need not fail, and there is no such block.
  if (kind == FailureKind::Deadlock || kind == FailureKind::Livelock) {
    Continuations::Answer end = from.left() ? from.after(steps) : Continuations::Unknown;
    if (end == Continuations::Refined)
      now.boundaries = from.boundaries();
    if (end != Continuations::Unavoidable)
      return end != Continuations::Refined;
  }
  // After `fails` blocks all fail, after `avoids` not all. From the end, where few can follow.
  size_t fails = steps.size(), step = 1;
  std::optional<size_t> avoids;
  std::optional<TurningPoint> turn;
  while (fails > 0 && (!avoids || *avoids + 1 < fails)) {
    size_t at = avoids ? *avoids + (fails - *avoids) / 2 : fails - std::min(fails, step);
    switch (from.left() ? from.after(steps.first(at)) : Continuations::Unknown) {
    case Continuations::Avoidable:
      avoids = at;
      turn = TurningPoint{at, from.avoids()};
      break;
    case Continuations::Unavoidable:
      fails = at;
      step *= 2;
      break;
    case Continuations::Refined:
      now.boundaries = from.boundaries();
      return false;
    case Continuations::Unknown:
      return true;
    }
  }
  now.always = fails == 0;
  if (!now.always && turn)
    now.turn = std::move(turn);
  return true;
}

} // namespace

Explanation explainFailure(World &world, const SearchOptions &options, const SearchObserver &observer, const FoundFailure &found,
                           ShortenLimit &limit) {
  constexpr int kMostRefinements = 16;
  Explanation first{.shortest = shorten(world, options, observer, found, limit), .boundaries = found.boundaries};
  if (!first.shortest)
    return first;
  Explanation now = first;
  uint64_t left = limit.blocks;
  for (int i = 0; i < kMostRefinements && left; ++i) {
    Continuations from(world, options, observer, now.boundaries, limit, left);
    if (findTurn(from, found.failure.kind, now))
      return now;
    left = from.left();
    // The schedule once more, with blocks that end where they end now.
    now.shortest = shortenTo(world, options, observer, found, now.boundaries, now.shortest->switches, limit);
    if (!now.shortest)
      break;
  }
  return first;
}

} // namespace xblock
