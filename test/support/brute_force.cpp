//===- brute_force.cpp - the oracle: every interleaving of single operations --------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/brute_force.h"

#include <string_view>
#include <unordered_set>

namespace xblock::test {
namespace {

using Cells = std::vector<int32_t>;

struct CellsHash {
  size_t operator()(const Cells &cells) const {
    return std::hash<std::string_view>{}(
        {reinterpret_cast<const char *>(cells.data()), cells.size() * sizeof(cells[0])});
  }
};

} // namespace

std::optional<Truth> bruteForce(const Program &program, size_t limit) {
  Truth truth;
  ModelState state(program);
  std::unordered_set<Cells, CellsHash> seen{state.cells()};
  std::vector<Cells> todo{state.cells()};
  std::vector<int> ways;
  while (!todo.empty()) {
    Cells from = std::move(todo.back());
    todo.pop_back();
    state.assign(from);
    bool moved = false, live = false;
    for (int t = 0; t < static_cast<int>(program.threads.size()); ++t) {
      if (!state.alive(t) || state.finished(t))
        continue;
      live = true;
      if (state.waits(t))
        continue;
      state.ways(t, ways);
      for (int way : ways) {
        Did did = state.step(t, way);
        moved |= did != Did::Blocked;
        if (did == Did::Failed)
          truth.failure = true;
        else if (did != Did::Blocked && seen.insert(state.cells()).second)
          todo.push_back(state.cells());
        state.rollback(0);
      }
    }
    if (!live)
      truth.finals.insert(state.shared());
    else if (!moved)
      truth.deadlock = true;
    if (seen.size() > limit)
      return std::nullopt;
  }
  return truth;
}

} // namespace xblock::test
