//===- traces.cpp - schedules up to the order of blocks that commute ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/traces.h"

#include <algorithm>

namespace xblock::test {
namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash + value + 1) * 0x9E3779B97F4A7C15ull;
  return hash ^ (hash >> 29);
}

class Force {
public:
  Force(TraceWorld &world, size_t limit) : world_(world), limit_(limit) {}

  /// Everything from the state in which these threads live. False: too much.
  bool go() {
    if (!seen_.insert(world_.trace()).second)
      return true;
    if (seen_.size() > limit_)
      return false;
    bool live = false;
    SnapshotId here = world_.save();
    for (int t = 0; t < world_.state().threads(); ++t) {
      if (!world_.state().alive(t))
        continue;
      live = true;
      if (!world_.state().waits(t) && !everyChoice(here, ThreadId(t)))
        return false;
    }
    world_.discard(here);
    if (!live)
      whole_.insert(world_.trace());
    return true;
  }
  const std::set<uint64_t> &whole() const { return whole_; }

private:
  bool everyChoice(SnapshotId here, ThreadId t) {
    std::vector<std::vector<uint16_t>> left{{}};
    while (!left.empty()) {
      std::vector<uint16_t> choices = left.back();
      left.pop_back();
      Outcome out;
      world_.run(t, choices, out);
      for (size_t i = choices.size(); i < out.decisions.size(); ++i)
        for (uint16_t other = 1; other < out.decisions[i].alternatives; ++other) {
          left.push_back({});
          for (size_t j = 0; j < i; ++j)
            left.back().push_back(out.decisions[j].taken);
          left.back().push_back(other);
        }
      bool fine = out.ending == Ending::Blocked || go();
      world_.restore(here);
      if (!fine)
        return false;
    }
    return true;
  }

  TraceWorld &world_;
  size_t limit_;
  std::set<uint64_t> seen_, whole_;
};

} // namespace

void TraceWorld::run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) {
  ModelWorld::run(t, choices, out);
  if (out.ending == Ending::Blocked)
    return;
  Block block{t, out.data, out.sync, std::vector<uint32_t>(static_cast<size_t>(state().threads())),
              mix(0, 1000 + index(t))}; // apart from the counts: else a block of T0 can look like one of T1, and their choices be swapped
  for (const Block &b : blocks_)
    if (b.thread == t || conflict(b.data, out.data) || conflict(b.sync, out.sync))
      for (size_t i = 0; i < block.before.size(); ++i)
        block.before[i] = std::max(block.before[i], b.before[i]);
  ++block.before[index(t)];
  for (uint32_t n : block.before)
    block.hash = mix(block.hash, n);
  for (const Decision &d : out.decisions)
    block.hash = mix(block.hash, d.taken + 1u);
  blocks_.push_back(std::move(block));
}

SnapshotId TraceWorld::save() {
  lengths_.push_back(blocks_.size());
  return ModelWorld::save();
}

void TraceWorld::restore(SnapshotId s) {
  ModelWorld::restore(s);
  lengths_.resize(static_cast<size_t>(s) + 1);
  blocks_.resize(lengths_.back());
}

void TraceWorld::discard(SnapshotId s) {
  ModelWorld::discard(s);
  lengths_.pop_back();
}

uint64_t TraceWorld::trace() const {
  uint64_t hash = 0;
  for (const Block &b : blocks_)
    hash += b.hash;
  return hash;
}

std::optional<std::set<uint64_t>> allTraces(TraceWorld &world, size_t limit) {
  SnapshotId start = world.save();
  Force force(world, limit);
  bool fine = force.go();
  world.restore(start);
  world.discard(start);
  if (!fine)
    return std::nullopt;
  return force.whole();
}

} // namespace xblock::test
