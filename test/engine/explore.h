//===- explore.h - searches a tiny program, for the tests of the engine -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// search() over a ModelWorld, with the final shared states of the schedules that ran to their end.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "support/model_world.h"

#include <set>

namespace xblock::test {

struct Explored : SearchResult {
  std::set<std::vector<int32_t>> finals;

  uint64_t failed(FailureKind kind) const {
    uint64_t count = 0;
    for (const FoundFailure &f : failures)
      count += f.failure.kind == kind ? f.count : 0;
    return count;
  }
};

inline Explored explore(const Program &program, const SearchOptions &options) {
  ModelWorld world(program);
  Explored explored;
  SearchObserver observer{[&] { explored.finals.insert(world.state().shared()); }};
  static_cast<SearchResult &>(explored) = search(world, options, observer);
  return explored;
}

/// Everything, past failures.
inline Explored explore(const Program &program, Mode mode) {
  return explore(program, {.mode = mode, .keepGoing = true});
}
inline Explored explore(const char *program, Mode mode) {
  return explore(parseProgram(program), mode);
}

} // namespace xblock::test
