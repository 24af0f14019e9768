//===- wakeup_trees.h - sequences of blocks that are still to be run from a state ---------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Wakeup trees of optimal DPOR (Abdulla, Aronsson, Jonsson and Sagonas, "Source sets", 2017). A
// race found later asks for a whole sequence of blocks, and the search then runs it, so that it
// does not end up where all that can go on is asleep.
//  1. A tree is a list of siblings in the order in which they are run, each with the tree of what
//     follows; kNone is the empty one.
//  2. What follows a leaf is free.
// Private memory, no allocation once the trees have been as large as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/reversal.h"

#include <cstdint>
#include <span>
#include <vector>

namespace xblock {

class WakeupTrees {
public:
  using Tree = uint32_t;
  static constexpr Tree kNone = ~Tree{0};

  ThreadId thread(Tree first) const { return pool_[first].thread; }
  /// Whether a sequence begins with t.
  bool has(Tree tree, ThreadId t) const {
    while (tree != kNone && !(pool_[tree].thread == t))
      tree = pool_[tree].next;
    return tree != kNone;
  }

  /// Takes the first sibling, with those of its thread, off the tree.
  Tree takeFirst(Tree &tree);
  /// What follows the sibling with these choices; it is no longer part of the tree. kNone if what
  /// follows is free.
  Tree takeBelow(Tree siblings, std::span<const uint16_t> choices);
  void drop(Tree &tree);
  enum class Inserted : uint8_t {
    Yes,
    Beginning, ///< the first kLongest blocks of it
    No,        ///< the tree has a sequence that covers it
    Open,      ///< blocks to come could tell
  };
  /// So that trees stay small: of blocks in a sequence, of what a block touches.
  static constexpr size_t kLongest = 2000, kLargest = 256;

  /// Adds the sequence, unless the tree has one that covers it: all that begins with the sequence
  /// is a reordering of what begins with that one. If blocks are to come that could tell, adds
  /// nothing.
  Inserted insert(Tree &tree, Reversal &sequence, Rest rest);

  /// Takes out sequences that a block of t which touched this, and was run in their place, covers:
  /// it can be the first of them, or (`others`) conflicts with none of their blocks.
  void prune(Tree &tree, ThreadId t, FootprintView touched, bool others);

  /// Writes or reads what it has (support/archive.h).
  template <typename A> void archive(A &a);

private:
  struct Entry {
    ThreadId thread{};
    bool anyChoices = false; ///< a leaf
    bool covers = false;     ///< a leaf, and other sequences were not added because of it
    std::vector<uint16_t> choices;
    Footprint touched; ///< everything if that is too much to keep
    Tree below = kNone, next = kNone;
  };

  enum class Match : uint8_t { Covers, Leads, Differs };
  static Match match(const Entry &entry, Reversal &sequence, Rest rest);
  Tree make(const Reversal &sequence, size_t at);

  std::vector<Entry> pool_;
  std::vector<Tree> unused_;
};

} // namespace xblock
