//===- dpor_races.cpp - what a race asks for ----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/dpor.h"

#include <algorithm>

namespace xblock {

/// For each race between an earlier block and the one that is prepared: its reversal is to be run
/// from there, unless what was run or is to be run there covers it.
void DporSearch::askForRaces(Rest rest) {
  for (size_t i = executed_.size(); (i = executed_.raceBefore(i)) != Executed::npos;) {
    if (delayed()) // all are asked for
      return;
    if (bounded()) {
      askWithinBound(i, executed_.prepared());
      continue;
    }
    if (nodes_[i].outside)
      continue;
    reversal_.begin(i, executed_.size());
    if (!askFor(nodes_[i], rest))
      openRaces_.push(i, executed_.size());
  }
}

/// What t could not do at the node, the last one.
void DporSearch::askForBlocked(Node &node, ThreadId t, Rest rest) {
  auto ask = [&](const Attempt &attempt) {
    executed_.prepare(t, attempt.out);
    askForRaces(rest);
  };
  if (uint32_t before = candidate(node, t)->attempt; before < node.attempts)
    ask(attempts_[before]);
  for (size_t i = node.attempts; i < attempted_; ++i)
    if (attempts_[i].thread == t)
      ask(attempts_[i]);
}

/// At the end of a schedule.
void DporSearch::askForOpenRaces(Rest rest) {
  openRaces_.each(reversal_, [&](size_t first, Reversal &) { askFor(nodes_[first], rest); });
}

/// Asks for the reversal, unless it is covered: by a thread that is asleep and whose block can come
/// first, or conflicts with none of its blocks; by one that is asked for with whatever follows; or
/// by a sequence. False if blocks to come could tell.
bool DporSearch::askFor(Node &node, Rest rest) {
  for (const Asleep &s : node.sleep) {
    size_t own = reversal_.firstOf(s.thread);
    bool known = own != Reversal::npos && !reversal_.isLast(own);
    bool covered = false;
    if (known)
      covered = reversal_.before(own) == Reversal::npos;
    else if (rest == Rest::None && (own != Reversal::npos || s.covers))
      covered = reversal_.find([&](size_t at) {
        return at != own && conflict(footprints_[s.footprint], reversal_.touched(at));
      }) == Reversal::npos;
    else if (rest == Rest::Unknown)
      covered = own == 0;
    if (covered)
      return true;
  }
  for (const Candidate &c : node.candidates) {
    size_t own = c.asked && !c.blocked ? reversal_.firstOf(c.thread) : Reversal::npos;
    if (own != Reversal::npos && reversal_.before(own) == Reversal::npos &&
        (!reversal_.isLast(own) || (rest != Rest::ToCome && own == 0)))
      return true;
  }
  using Inserted = WakeupTrees::Inserted;
  Inserted inserted = trees_.insert(node.wakeups, reversal_, rest);
  if (inserted == Inserted::Beginning || (inserted == Inserted::Yes && rest == Rest::Unknown))
    node.covers = false;
  return inserted != Inserted::Open;
}

} // namespace xblock
