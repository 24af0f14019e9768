//===- bounded_force.cpp - the oracle of bounded search: all orders of blocks within a bound ----------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/bounded_force.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace xblock::test {
namespace {

using Cells = std::vector<int32_t>;

/// A state, the thread that led there, and the fewest preemptions it was reached with.
using Seen = std::map<std::pair<Cells, int>, uint64_t>;

bool isNew(Seen &seen, const Cells &cells, int last, uint64_t used) {
  auto [at, fresh] = seen.try_emplace({cells, last}, used);
  if (!fresh && at->second <= used)
    return false;
  at->second = used;
  return true;
}

class Blocks {
public:
  Blocks(ModelWorld &world, uint64_t bound, size_t limit, bool delays)
      : world_(world), bound_(bound), limit_(limit), delays_(delays) {}

  bool all(int last, uint64_t used) {
    if (!isNew(seen_, world_.state().cells(), last, used))
      return true;
    if (seen_.size() > limit_)
      return false;
    const ModelState &state = world_.state();
    std::vector<int> threads;
    bool live = false;
    for (int t = 0; t < state.threads(); ++t)
      if (state.alive(t)) {
        live = true;
        if (!state.waits(t))
          threads.push_back(t);
      }
    if (!live)
      truth.finals.insert(state.shared());
    auto at = std::find(threads.begin(), threads.end(), last);
    if (delays_)
      std::rotate(threads.begin(), std::lower_bound(threads.begin(), threads.end(), last), threads.end());
    else if (at != threads.end())
      std::rotate(threads.begin(), at, at + 1);
    bool stuck = live, lastMoved = false;
    uint64_t skipped = 0;
    for (int t : threads) {
      uint64_t price = used + (delays_ ? skipped : lastMoved && t != last);
      bool canBlock = false; // it decides to wait for what it does not get
      if (!(price > bound_) && !block(t, price, canBlock))
        return false;
      stuck &= canBlock;
      skipped += !canBlock;
      lastMoved |= !canBlock && t == last;
    }
    truth.deadlock |= stuck;
    return true;
  }

  Truth truth;

private:
  /// The next block of t, with all choices.
  bool block(int t, uint64_t used, bool &canBlock) {
    Outcome out;
    std::vector<std::vector<uint16_t>> todo{{}};
    SnapshotId here = world_.save();
    bool ok = true;
    while (ok && !todo.empty()) {
      std::vector<uint16_t> choices = todo.back();
      todo.pop_back();
      world_.run(ThreadId(t), choices, out);
      for (size_t i = choices.size(); i < out.decisions.size(); ++i)
        for (uint16_t other = 1; other < out.decisions[i].alternatives; ++other) {
          std::vector<uint16_t> more(i, 0);
          std::copy(choices.begin(), choices.end(), more.begin());
          more.push_back(other);
          todo.push_back(more);
        }
      canBlock |= out.ending == Ending::Blocked;
      truth.failure |= out.ending == Ending::Failed;
      if (out.ending != Ending::Blocked && out.ending != Ending::Failed)
        ok = all(t, used);
      world_.restore(here);
    }
    world_.discard(here);
    return ok;
  }

  ModelWorld &world_;
  uint64_t bound_;
  size_t limit_;
  bool delays_;
  Seen seen_;
};

} // namespace

std::optional<Truth> boundedForce(ModelWorld &world, uint64_t preemptions, size_t limit) {
  Blocks blocks(world, preemptions, limit, false);
  if (!blocks.all(-1, 0))
    return std::nullopt;
  return blocks.truth;
}

std::optional<Truth> delayedForce(ModelWorld &world, uint64_t delays, size_t limit) {
  Blocks blocks(world, delays, limit, true);
  if (!blocks.all(0, 0))
    return std::nullopt;
  return blocks.truth;
}

std::optional<Truth> boundedBruteForce(const Program &program, uint64_t preemptions, size_t limit) {
  Truth truth;
  ModelState state(program);
  Seen seen;
  std::vector<std::tuple<Cells, int, uint64_t>> todo{{state.cells(), -1, 0}};
  std::vector<int> ways;
  while (!todo.empty()) {
    auto [from, last, used] = std::move(todo.back());
    todo.pop_back();
    if (!isNew(seen, from, last, used))
      continue;
    if (seen.size() > limit)
      return std::nullopt;
    state.assign(from);
    std::vector<int> threads;
    bool live = false, moved = false, lastMoved = false;
    for (int t = 0; t < state.threads(); ++t)
      if (state.alive(t) && !state.finished(t)) {
        live = true;
        if (!state.waits(t))
          threads.insert(t == last ? threads.begin() : threads.end(), t);
      }
    for (int t : threads) {
      state.ways(t, ways);
      uint64_t price = used + (lastMoved && t != last);
      for (int way : ways) {
        Did did = state.step(t, way);
        moved |= did != Did::Blocked;
        lastMoved |= did != Did::Blocked && t == last;
        truth.failure |= did == Did::Failed && price <= preemptions;
        if (did != Did::Failed && did != Did::Blocked && price <= preemptions)
          todo.emplace_back(state.cells(), t, price);
        state.rollback(0);
      }
    }
    if (!live)
      truth.finals.insert(state.shared());
    truth.deadlock |= live && !moved;
  }
  return truth;
}

} // namespace xblock::test
