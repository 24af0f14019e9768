//===- search.cpp - the search of schedules -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/search.h"

#include "engine/exitblock.h"

namespace xblock {

const char *name(Mode mode) {
  switch (mode) {
  case Mode::ExitBlock:
    return "exitblock";
  case Mode::ExitBlockRw:
    return "exitblock-rw";
  }
  return "unknown";
}

SearchResult search(World &world, const SearchOptions &options, const SearchObserver &observer) {
  Progress progress(world, options, observer);
  ExitBlockSearch::Rules rules{.untilConflict = options.mode != Mode::ExitBlock, .sync = false};
  SnapshotId start = world.save();
  uint64_t left = ExitBlockSearch(world, rules, progress).run();
  world.restore(start);
  world.discard(start);
  return progress.finish(left);
}

} // namespace xblock
