//===- dpor_saved.cpp - the state of a search as bytes, and a search that goes on --------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/dpor.h"

#include "engine/saved.h"

namespace xblock {

template <typename A> void WakeupTrees::archive(A &a) {
  io(a, unused_);
  pool_.resize(ioSize(a, pool_.size()));
  std::vector<bool> used(pool_.size(), true);
  for (Tree t : unused_)
    used[t] = false;
  for (size_t i = 0; i < pool_.size(); ++i) {
    Entry &e = pool_[i];
    io(a, e.thread);
    if (!used[i])
      continue;
    io(a, e.anyChoices);
    io(a, e.covers);
    io(a, e.choices);
    io(a, e.touched.data);
    io(a, e.touched.sync);
    io(a, e.below);
    io(a, e.next);
  }
}

template <typename A> void DporSearch::ioNode(A &a, Node &node) {
  io(a, node.candidates);
  io(a, node.waiting);
  io(a, node.sleep);
  io(a, node.wakeups);
  io(a, node.begun);
  io(a, node.footprints);
  io(a, node.attempts);
  io(a, node.saved);
  io(a, node.progressed);
  io(a, node.outside);
  io(a, node.last);
  io(a, node.hasLast);
  io(a, node.lastMoved);
  io(a, node.preemptions);
  io(a, node.delays);
  io(a, node.probed);
  io(a, node.couldRun);
  io(a, node.running);
  io(a, node.since);
  io(a, node.below);
  io(a, node.moved);
  io(a, node.stuck);
  io(a, node.covers);
  io(a, node.follows);
  io(a, node.choices);
  io(a, node.decisions);
  io(a, node.touched.data);
  io(a, node.touched.sync);
}

/// All but what the schedule makes when it is executed again: snapshots, executed_, starvation_.
template <typename A> void DporSearch::archive(A &a) {
  io(a, trees_);
  io(a, openRaces_);
  io(a, learned_);
  io(a, footprints_);
  attempted_ = ioSize(a, attempted_);
  while (attempts_.size() < attempted_)
    attempts_.emplace_back();
  for (size_t i = 0; i < attempted_; ++i) {
    io(a, attempts_[i].thread);
    ioWithoutEvents(a, attempts_[i].out);
  }
  height_ = ioSize(a, height_);
  while (nodes_.size() < height_)
    nodes_.emplace_back();
  for (size_t i = 0; i < height_; ++i)
    ioNode(a, nodes_[i]);
}

void DporSearch::save() {
  Writer out;
  io(out, progress_);
  io(out, refinement_);
  archive(out);
  Schedule schedule = progress_.trace().schedule();
  XBLOCK_CHECK(schedule.size() == executed_.size());
  io(out, schedule);
  for (size_t i = 0; i < executed_.size(); ++i) {
    uint64_t digest = digestOf(executed_.footprint(i));
    io(out, digest);
  }
  progress_.tellSaved(out.bytes);
}

bool DporSearch::executeAgain(const Step &step, uint64_t digest) {
  ran_.run(world_, step.thread, step.choices);
  if (!isSame(step, *ran_))
    return false;
  if (digestOf(ran_.touched()) != digest)
    return false;
  executed_.prepare(step.thread, *ran_);
  progress_.appendAgain(step.thread, *ran_);
  refinement_.executed(step.thread, *ran_);
  executed_.push(ran_);
  return true;
}

bool DporSearch::load(Reader &saved) {
  archive(saved);
  Schedule schedule;
  io(saved, schedule);
  loaded_ = true;
  for (size_t i = 0; i < height_; ++i) {
    Node &node = nodes_[i];
    node.here = !node.below;
    if (node.saved)
      node.snapshot = world_.save();
    if (!node.below)
      continue;
    XBLOCK_CHECK(i < schedule.size());
    if (watches())
      starvation_.executed(i, schedule[i].thread, node.couldRun);
    uint64_t digest = 0;
    io(saved, digest);
    if (!executeAgain(schedule[i], digest))
      return false;
  }
  return true;
}

} // namespace xblock
