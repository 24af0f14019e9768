//===- dpor_limits.cpp - bounded search, starvation, how much is left -----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Under a bound on preemptions the reversal of a race may be beyond the bound where the source set
// puts it, while an equivalent one is not: that in which the other thread goes first where the
// preempted thread began its run (Coons, Musuvathi and McKinley, "Bounded partial-order reduction",
// 2013), or was when the other could first go. So all of the run is asked for, and no thread sleeps.
//===------------------------------------------------------------------------------------------------===//
#include "engine/dpor.h"

#include <algorithm>

namespace xblock {

/// Whether c may run at the node: a switch away from a thread that could go on is a preemption.
bool DporSearch::withinBound(const Node &node, const Candidate &c) const {
  bool preempts = node.lastMoved && !(c.thread == node.last);
  return !bounded() || (node.preemptions + preempts <= progress_.options().preemptions &&
                        (!delayed() || node.delays + delaysBefore(node, c) <= progress_.options().delays));
}

/// When it is the thread's turn, were none delayed: the last one's first, then by their numbers, round.
uint64_t DporSearch::turn(const Node &node, const Candidate &c) {
  return index(c.thread) - (node.hasLast ? index(node.last) : 0);
}

/// Known once those before it were tried, which is done first.
uint64_t DporSearch::delaysBefore(const Node &node, const Candidate &c) {
  return static_cast<uint64_t>(std::count_if(node.candidates.begin(), node.candidates.end(),
                                             [&](const Candidate &x) { return x.moved && turn(node, x) < turn(node, c); }));
}

/// With a bound on delays all that can go on within it do, and each in its turn.
size_t DporSearch::pickTurn(const Node &node) const {
  size_t found = npos;
  for (size_t i = 0; i < node.candidates.size(); ++i)
    if (!node.candidates[i].tried && (found == npos || turn(node, node.candidates[i]) < turn(node, node.candidates[found])))
      found = i;
  return found != npos && withinBound(node, node.candidates[found]) ? found : npos;
}

/// In a bounded search the last thread is tried first: whether it can go on makes the price.
size_t DporSearch::pickLast(const Node &node) const {
  for (size_t i = 0; i < node.candidates.size(); ++i)
    if (bounded() && node.hasLast && node.candidates[i].thread == node.last)
      return node.candidates[i].tried ? npos : i;
  return npos;
}

/// For the race of the prepared block of t with block i: t is to run before it, anywhere in the run
/// of blocks of one thread that i is in. (At its start and at i alone is too few: a miss of the fuzz.)
void DporSearch::askWithinBound(size_t i, ThreadId t) {
  for (size_t at = i;; --at) {
    Node &node = nodes_[at];
    auto c = std::find_if(node.candidates.begin(), node.candidates.end(),
                          [&](const Candidate &x) { return x.thread == t && !x.blocked; });
    if (c != node.candidates.end())
      c->asked = true;
    else
      askForAll(node);
    if (at == 0 || executed_.thread(at - 1) != executed_.thread(i))
      return;
  }
}

void DporSearch::countBeyondBound(const Node &node) {
  for (const Candidate &c : node.candidates)
    if (c.asked && !c.tried && !withinBound(node, c))
      progress_.countBeyondBound();
}

/// Tries every thread at the node, which is saved, once.
void DporSearch::probe(Node &node) {
  if (node.probed)
    return;
  node.probed = true;
  node.couldRun.clear();
  for (const Candidate &c : node.candidates) {
    if (c.attempt != kNone)
      continue;
    world_.run(c.thread, {}, probe_);
    if (probe_.ending != Ending::Blocked)
      node.couldRun.push_back(c.thread);
    world_.restore(node.snapshot);
  }
}

/// A block of t is about to be executed from the node.
void DporSearch::watch(const Node &node, ThreadId t) {
  auto starved = starvation_.executed(executed_.size(), t, node.couldRun);
  if (!starved)
    return;
  std::string number = std::to_string(index(*starved));
  progress_.noteStarved({FailureKind::Starvation,
                         (index(*starved) == 0 ? "main" : "T" + number) +
                             " could run, and did not, for " +
                             std::to_string(progress_.options().starvation + 1) +
                             " blocks of others",
                         *starved, "starvation:" + number});
}

/// The threads that were not run from node `at`; stopped: the search ends there, and may have asked
/// for some.
void DporSearch::tellNotRun(size_t at, bool stopped) const {
  const Node &node = nodes_[at];
  for (const Candidate &c : node.candidates) {
    bool asked = isAsked(node, c);
    if (c.tried || c.blocked || node.outside || (stopped && !asked))
      continue;
    NotRun why = isAsleep(node, c.thread) ? NotRun::Covered
                 : !asked                 ? NotRun::NotNeeded
                 : !withinBound(node, c)  ? NotRun::BeyondBound
                                          : NotRun::Left;
    progress_.tellNotRun(at, c.thread, why);
  }
}

double DporSearch::estimateLeft() const {
  double left = 0;
  for (size_t i = height_; i-- > 0;) {
    const Node &node = nodes_[i];
    double begun = 0, asked = 0;
    for (size_t j = 0; j < node.candidates.size(); ++j) {
      const Candidate &c = node.candidates[j];
      begun += j == node.running ? node.below : c.tried && !c.blocked;
      asked += !c.tried && !node.outside && isAsked(node, c) && !isAsleep(node, c.thread);
    }
    if (asked == 0 || begun == 0)
      continue;
    double soFar = static_cast<double>(progress_.schedules() - node.begun) + left;
    left += asked * learned_.mean(i, soFar / begun);
  }
  return left;
}

} // namespace xblock
