//===- dpor_nodes.cpp - the states of the current schedule --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/dpor.h"

#include <algorithm>

namespace xblock {

DporSearch::Node &DporSearch::push() {
  if (height_ == nodes_.size())
    nodes_.emplace_back();
  Node &node = nodes_[height_++];
  node.candidates.clear();
  node.waiting.clear();
  node.sleep.clear();
  node.begun = progress_.schedules();
  node.footprints = footprints_.size();
  node.attempts = attempted_;
  node.wakeups = node.follows = WakeupTrees::kNone;
  node.saved = node.progressed = node.below = node.outside = false;
  node.here = true;
  node.running = npos;
  node.hasLast = node.lastMoved = node.probed = false;
  node.preemptions = node.delays = 0;
  return node;
}

void DporSearch::pushFirst() {
  std::vector<ThreadId> live = world_.initial();
  if (live.empty())
    return;
  std::sort(live.begin(), live.end());
  Node &node = push();
  node.outside = progress_.options().startsOutside || isInPrefix();
  for (ThreadId t : live)
    node.candidates.push_back({.thread = t});
  if (delayed())
    askForAll(node);
}

/// A node for the state after the block that was just executed, which `ran_` tells of.
void DporSearch::pushNext() {
  Node &node = push();
  const Node &from = nodes_[height_ - 2];
  ThreadId ran = from.candidates[from.running].thread;
  node.outside = ran_->outside || isInPrefix();
  node.last = ran;
  node.hasLast = true;
  node.preemptions = from.preemptions + (from.lastMoved && from.last != ran);
  bool gone = ran_->ending == Ending::Death || ran_->nowWaiting;
  for (const Candidate &c : from.candidates)
    if (c.thread != ran || !gone)
      node.candidates.push_back(
          {.thread = c.thread, .attempt = stillBlocked(c) ? c.attempt : kNone});
  for (ThreadId t : ran_->started)
    node.candidates.push_back({.thread = t});
  for (const Waiting &w : from.waiting)
    if (std::none_of(ran_->woken.begin(), ran_->woken.end(),
                     [&](const Waiting &x) { return x.thread == w.thread; }))
      node.waiting.push_back(w);
  for (const Waiting &w : ran_->woken)
    node.candidates.push_back({.thread = w.thread});
  if (ran_->nowWaiting)
    node.waiting.push_back({ran, ran_->blockedOn});
  if (!ran_->started.empty() || !ran_->woken.empty())
    std::sort(node.candidates.begin(), node.candidates.end(),
              [](const Candidate &a, const Candidate &b) { return a.thread < b.thread; });
  if (delayed()) {
    node.delays = from.delays + delaysBefore(from, from.candidates[from.running]);
    askForAll(node);
  }
  const Footprint &step = executed_.footprint(executed_.size() - 1);
  node.wakeups = trees_.takeBelow(from.follows, executed_.choices(executed_.size() - 1));
  bool led = node.wakeups != WakeupTrees::kNone && !from.candidates[from.running].asked;
  for (const Asleep &s : from.sleep)
    if (!conflict(footprints_[s.footprint], step))
      node.sleep.push_back({s.thread, s.footprint, s.covers && led});
}

/// Whether the attempt of c that failed would fail in the same way after the block that was just
/// executed.
bool DporSearch::stillBlocked(const Candidate &c) {
  // A thread that begins to spin waits for writes, perhaps those that the attempt undid.
  if (c.attempt == kNone || !ran_->released.empty() || ran_->blockedOn.kind == ResourceKind::Change)
    return false;
  const Outcome &attempt = attempts_[c.attempt].out;
  const Footprint &step = executed_.footprint(executed_.size() - 1);
  return !conflict(attempt.data, step.data) && !conflict(attempt.sync, step.sync) &&
         !world_.available(attempt.blockedOn);
}

bool DporSearch::isAsleep(const Node &node, ThreadId t) {
  return std::any_of(node.sleep.begin(), node.sleep.end(),
                     [&](const Asleep &s) { return s.thread == t; });
}

DporSearch::Candidate *DporSearch::candidate(Node &node, ThreadId t) {
  auto c = std::find_if(node.candidates.begin(), node.candidates.end(),
                        [&](const Candidate &x) { return x.thread == t; });
  return c == node.candidates.end() ? nullptr : &*c;
}

} // namespace xblock
