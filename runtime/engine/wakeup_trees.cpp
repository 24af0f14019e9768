//===- wakeup_trees.cpp - sequences of blocks that are still to be run from a state -------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/wakeup_trees.h"

#include <algorithm>
#include <utility>

namespace xblock {

WakeupTrees::Tree WakeupTrees::takeFirst(Tree &tree) {
  ThreadId t = pool_[tree].thread;
  Tree taken = kNone, *end = &taken;
  for (Tree *at = &tree; *at != kNone;) {
    Tree entry = *at;
    if (!(pool_[entry].thread == t)) {
      at = &pool_[entry].next;
      continue;
    }
    *at = pool_[entry].next;
    pool_[entry].next = kNone;
    *end = entry;
    end = &pool_[entry].next;
  }
  return taken;
}

WakeupTrees::Tree WakeupTrees::takeBelow(Tree siblings, std::span<const uint16_t> choices) {
  for (Tree at = siblings; at != kNone; at = pool_[at].next)
    if (!pool_[at].anyChoices && std::equal(choices.begin(), choices.end(),
                                            pool_[at].choices.begin(), pool_[at].choices.end()))
      return std::exchange(pool_[at].below, kNone);
  return kNone;
}

void WakeupTrees::drop(Tree &tree) {
  while (tree != kNone) {
    drop(pool_[tree].below);
    unused_.push_back(tree);
    tree = pool_[tree].next;
  }
}

WakeupTrees::Tree WakeupTrees::make(const Reversal &sequence, size_t at) {
  if (unused_.empty()) {
    unused_.push_back(static_cast<Tree>(pool_.size()));
    pool_.emplace_back();
  }
  Tree made = unused_.back();
  unused_.pop_back();
  Entry &entry = pool_[made];
  entry.thread = sequence.thread(at);
  entry.anyChoices = sequence.isLast(at);
  auto choices = sequence.choices(at);
  entry.choices.assign(choices.begin(), choices.end());
  FootprintView touched = sequence.touched(at);
  bool small = touched.data->entries().size() + touched.sync->entries().size() <= kLargest;
  if (small) {
    entry.touched.data = *touched.data;
    entry.touched.sync = *touched.sync;
  } else {
    entry.touched.data.setEverything();
  }
  entry.covers = false;
  entry.below = entry.next = kNone;
  return made;
}

void WakeupTrees::prune(Tree &tree, ThreadId t, FootprintView touched, bool others) {
  for (Tree *at = &tree; *at != kNone;) {
    Entry &entry = pool_[*at];
    bool own = entry.thread == t, leaf = entry.below == kNone, covered = own;
    if (!own && !conflict(entry.touched, touched)) {
      if (!leaf)
        prune(entry.below, t, touched, others);
      covered = leaf ? others && !entry.covers : entry.below == kNone;
    }
    if (!covered) {
      at = &entry.next;
      continue;
    }
    Tree taken = *at;
    *at = std::exchange(entry.next, kNone);
    drop(taken);
  }
}

/// Whether the block of the entry can be the first of a schedule that begins with the sequence. If
/// so, takes it off the sequence.
WakeupTrees::Match WakeupTrees::match(const Entry &entry, Reversal &sequence, Rest rest) {
  size_t own = sequence.firstOf(entry.thread);
  if (own != Reversal::npos && !sequence.isLast(own)) { // then it is the same block
    if (sequence.before(own) != Reversal::npos)
      return Match::Differs;
    if (entry.anyChoices)
      return Match::Covers;
    auto choices = sequence.choices(own);
    if (!std::equal(choices.begin(), choices.end(), entry.choices.begin(), entry.choices.end()))
      return Match::Differs;
    sequence.takeFirst(own);
    return Match::Leads;
  }
  if (entry.anyChoices) // what it will do is not known
    return own == 0 && rest != Rest::ToCome ? Match::Covers : Match::Differs;
  if (rest != Rest::None || !entry.choices.empty()) // where the sequence leads, its thread may choose otherwise
    return Match::Differs;
  size_t other = sequence.find([&](size_t at) {
    return at != own && conflict(entry.touched, sequence.touched(at));
  });
  if (other != Reversal::npos)
    return Match::Differs;
  if (own != Reversal::npos)
    sequence.takeFirst(own);
  return Match::Leads;
}

WakeupTrees::Inserted WakeupTrees::insert(Tree &tree, Reversal &sequence, Rest rest) {
  // Links are remembered by entry: the pool may grow.
  Tree parent = kNone, last = kNone;
  for (Tree at = tree; at != kNone;) {
    switch (match(pool_[at], sequence, rest)) {
    case Match::Covers:
      pool_[at].covers = true;
      return Inserted::No;
    case Match::Leads:
      if (sequence.empty())
        return Inserted::No;
      if (pool_[at].below == kNone) {
        pool_[at].covers = true;
        return Inserted::No;
      }
      parent = at;
      last = kNone;
      at = pool_[at].below;
      continue;
    case Match::Differs:
      last = at;
      at = pool_[at].next;
    }
  }
  if (rest == Rest::ToCome)
    return Inserted::Open;
  bool shortened = sequence.shorten(kLongest);
  for (size_t k = 0; k < sequence.size(); ++k) {
    Tree made = make(sequence, k);
    if (last != kNone)
      pool_[last].next = made;
    else if (parent != kNone)
      pool_[parent].below = made;
    else
      tree = made;
    parent = made;
    last = kNone;
  }
  return shortened ? Inserted::Beginning : Inserted::Yes;
}

} // namespace xblock
