//===- search.cpp - the search of schedules -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/search.h"

#include "engine/dpor.h"
#include "engine/exitblock.h"

namespace xblock {

namespace {

/// One search from the start. Returns the number of alternatives not begun.
uint64_t searchOnce(World &world, Mode mode, Refinement &refinement, Progress &progress) {
  switch (mode) {
  case Mode::ExitBlock:
    return ExitBlockSearch(world, {.untilConflict = false}, progress).run();
  case Mode::ExitBlockRw:
    return ExitBlockSearch(world, {}, progress).run();
  case Mode::ExitBlockDd:
    return ExitBlockSearch(world, {.untilConflict = false, .lockChains = true}, progress).run();
  case Mode::ExitBlockRwDd:
    return ExitBlockSearch(world, {.lockChains = true}, progress).run();
  case Mode::Sleep:
    return ExitBlockSearch(world, {.refinement = &refinement}, progress).run();
  case Mode::Dpor:
    return DporSearch(world, refinement, progress).run();
  }
  return 0;
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
  Progress progress(world, options, observer);
  Refinement refinement;
  SnapshotId start = world.save();
  uint64_t left = 0;
  for (bool again = true; again;) {
    progress.beginRound(refinement.boundaries());
    world.endBlocksAt(refinement.boundaries());
    refinement.truncate(0);
    left = searchOnce(world, options.mode, refinement, progress);
    world.restore(start);
    again = refinement.grow();
    if (options.mode == Mode::Sleep)
      again |= refinement.looksGrew();
    if (again && progress.stopped()) {
      ++left;
      break;
    }
  }
  world.discard(start);
  return progress.finish(left);
}

} // namespace xblock
