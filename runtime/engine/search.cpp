//===- search.cpp - the search of schedules -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/search.h"

#include "engine/archive.h"
#include "engine/dpor.h"
#include "engine/exitblock.h"
#include "engine/sampler.h"

namespace xblock {

namespace {

using Left = std::optional<uint64_t>; ///< alternatives not begun; nothing if what was saved is of another program

template <typename Search> Left runSearch(Search search, Progress &progress, Reader *saved) {
  if (saved && !search.load(*saved))
    return std::nullopt;
  if (saved)
    progress.tellResumed();
  return search.run();
}

/// One search, from the start or from where it was saved.
Left searchOnce(World &world, Mode mode, Refinement &refinement, Progress &progress, Reader *saved) {
  auto exitBlock = [&](ExitBlockSearch::Rules rules) {
    return runSearch<ExitBlockSearch>({world, rules, progress}, progress, saved);
  };
  switch (mode) {
  case Mode::ExitBlock:
    return exitBlock({.untilConflict = false});
  case Mode::ExitBlockRw:
    return exitBlock({});
  case Mode::ExitBlockDd:
    return exitBlock({.untilConflict = false, .lockChains = true});
  case Mode::ExitBlockRwDd:
    return exitBlock({.lockChains = true});
  case Mode::Sleep:
    return exitBlock({.refinement = &refinement});
  case Mode::Dpor:
    return runSearch<DporSearch>({world, refinement, progress}, progress, saved);
  }
  return 0;
}

bool refines(Mode mode) { return mode == Mode::Sleep || mode == Mode::Dpor; }

std::optional<SearchResult> searchFrom(World &world, const SearchOptions &options, const SearchObserver &observer,
                                       Reader *saved) {
  Progress progress(world, options, observer);
  Refinement refinement;
  if (saved)
    io(*saved, progress);
  if (saved && refines(options.mode))
    io(*saved, refinement);
  SnapshotId start = world.save();
  Left left;
  for (bool again = true; again;) {
    if (!saved) {
      progress.beginRound(refinement.boundaries());
      refinement.truncate(0);
    }
    world.endBlocksAt(progress.boundaries());
    left = searchOnce(world, options.mode, refinement, progress, saved);
    if (!left)
      return std::nullopt;
    saved = nullptr;
    world.restore(start);
    again = refinement.grow();
    if (options.mode == Mode::Sleep)
      again |= refinement.looksGrew();
    if (again && progress.wasStopped()) {
      ++*left;
      break;
    }
  }
  world.discard(start);
  return progress.finish(*left);
}

/// Nothing if what was saved is of another program.
std::optional<SearchResult> sample(World &world, const SearchOptions &options, const SearchObserver &observer, Reader *saved) {
  Progress progress(world, options, observer);
  Refinement refinement;
  if (saved) {
    io(*saved, progress);
    io(*saved, refinement);
  }
  Sampler sampler(world, *options.sampling, refinement, progress);
  if (saved && !sampler.load(*saved))
    return std::nullopt;
  if (saved)
    progress.tellResumed();
  sampler.run();
  constexpr uint64_t kAlwaysSomething = 1;
  SearchResult result = progress.finish(kAlwaysSomething);
  result.sampled = sampler.sampled();
  for (const FoundFailure &found : result.failures)
    result.sampled->failing += found.count;
  if (!result.failures.empty())
    result.sampled->firstFailing = result.failures.front().foundAt;
  return result;
}

} // namespace

const char *name(Mode mode) {
  switch (mode) {
  case Mode::ExitBlock:
    return "exitblock";
  case Mode::ExitBlockRw:
    return "exitblock-rw";
  case Mode::ExitBlockDd:
    return "exitblock-dd";
  case Mode::ExitBlockRwDd:
    return "exitblock-rwdd";
  case Mode::Sleep:
    return "sleep";
  case Mode::Dpor:
    return "dpor";
  }
  return "unknown";
}

SearchResult search(World &world, const SearchOptions &options, const SearchObserver &observer) {
  return *(options.sampling ? sample(world, options, observer, nullptr) : searchFrom(world, options, observer, nullptr));
}

std::optional<SearchResult> resume(World &world, const SearchOptions &options, const SearchObserver &observer,
                                   const std::string &state) {
  Reader saved{state};
  return options.sampling ? sample(world, options, observer, &saved) : searchFrom(world, options, observer, &saved);
}

} // namespace xblock
