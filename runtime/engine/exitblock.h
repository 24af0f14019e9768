//===- exitblock.h - the published search, and sleep sets ---------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// ExitBlock and ExitBlock-RW (paper 001, figures 3, 5 and 6). A path runs the first enabled thread
// block by block; where a block ends and other threads were enabled as it began, a branch is left
// in which they run and this thread is delayed.
//  1. A delayed thread is enabled again by the next block (ExitBlock), or by one that conflicts
//     with what it did (RW). The published ExitBlock keeps one delayed thread and loses schedules
//     of three threads; here it is a set.
//  2. A live thread is in exactly one of the lists of Threads, whose orders are part of the
//     search.
//  3. The stack is explicit; a branch owns its lists and, unless a branch below it on the stack
//     does, its snapshot. Where only one thread is enabled none is made: should the block turn out to
//     need one (blocked, or a choice), the blocks since the last snapshot run again to make it, once
//     for each depth.
//  4. Sleep is ExitBlock-RW that also sees conflicts on condition variables, and on locks that a
//     block keeps as it ends: the delayed set is then a sleep set over blocks, and nothing is lost
//     (design.md, section 3). There a blocked thread, too, is enabled again by a block that conflicts
//     with what its attempt did: what it read may have led it to the lock.
//  5. A block that ends the process conflicts with every other block.
// Private memory, no allocation once the stack has been as high as it gets.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/estimate.h"
#include "engine/footprint.h"
#include "engine/progress.h"
#include "engine/ran_block.h"
#include "engine/refinement.h"
#include "support/list.h"

#include <cstdint>
#include <vector>

namespace xblock {

class ExitBlockSearch {
public:
  struct Rules {
    bool untilConflict =
        true; ///< ExitBlock-RW: a delayed thread stays so until a block conflicts with it
    bool lockChains = false; ///< the modes -dd: reverse lock chain analysis of blocked attempts
    Refinement *refinement = nullptr; ///< Sleep: told of all blocks; conflicts on locks and
                                      ///< condition variables count too
  };

  ExitBlockSearch(World &world, Rules rules, Progress &progress)
      : world_(world), rules_(rules), progress_(progress) {
    progress_.setLeft([this] { return estimateLeft(); });
  }

  /// Searches to the end or until progress says stop. Returns the number of branches left.
  uint64_t run();
  /// Takes the state of a search that was saved, and executes the schedule it was in again; then run() goes on. False if the
  /// program did something else.
  bool load(Reader &saved);

private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Delayed {
    ThreadId thread{};
    uint32_t footprint = 0; ///< in footprints_
  };
  struct Blocked {
    ThreadId thread{};
    Resource resource;
    uint32_t footprint = kNone; ///< of the attempt, in footprints_; kNone in published modes
  };
  struct Threads {
    List<ThreadId> enabled;
    List<Delayed> delayed;
    FootprintUnion touched; ///< by those that are delayed
    List<Blocked> blocked; ///< not enabled until what they need is available
    List<Waiting> waiting; ///< not enabled until they are notified
    LastLocks lastLocks;          ///< for lock chains
    bool outside = false;         ///< no branches

    void copy(const Threads &other, size_t enabledFrom) {
      enabled.assign(other.enabled, enabledFrom);
      delayed.assign(other.delayed);
      touched = other.touched;
      blocked.assign(other.blocked);
      waiting.assign(other.waiting);
      if (!lastLocks.empty() || !other.lastLocks.empty())
        lastLocks = other.lastLocks;
    }
    void swap(Threads &other) {
      enabled.swap(other.enabled);
      delayed.swap(other.delayed);
      std::swap(touched, other.touched);
      blocked.swap(other.blocked);
      waiting.swap(other.waiting);
      lastLocks.swap(other.lastLocks);
      std::swap(outside, other.outside);
    }
  };
  struct Branch {
    Threads threads;
    std::vector<uint16_t> choices; ///< of the first enabled thread's next block
    SnapshotId snapshot{};
    bool ownsSnapshot = true;
    double expected = 1;   ///< its schedules, for each of what it branched off, before any are known
    uint64_t begun = 0;    ///< schedules when it was left
    size_t depth = 0;      ///< of the trace
    size_t footprints = 0; ///< on the stack of footprints
  };

  template <typename A> static void ioBranch(A &a, Branch &branch);
  template <typename A> void archive(A &a);
  void save();
  void begin();
  void runPath();
  bool runBlock();
  bool needsSnapshot() const;
  void saveHere();
  void runAgain(ThreadId t);
  /// The round is to be broken off.
  bool isWrong() const { return rules_.refinement && rules_.refinement->isWrong(); }
  bool settle(ThreadId t);
  void move(ThreadId t);
  bool timePasses();
  std::vector<Waiting> stuck() const;
  void endPath();
  void pushChoices();
  void pushOthers(ThreadId t);
  Branch &pushBranch(double expected);
  size_t pushFootprint();
  double estimateLeft() const;
  void learn();
  void takeBranch();
  void enableDelayed();
  bool isAwoken(const Delayed &d) const;
  void enableBlocked();
  bool canTryAgain(const Blocked &b);

  World &world_;
  Rules rules_;
  Progress &progress_;
  RanBlock ran_;
  FootprintView touched_; ///< by the block just run: ran_'s, or moved to the stack of footprints
  FootprintStack footprints_;
  std::vector<Branch> stack_; ///< the first height_ are in use, the others kept for their memory
  size_t height_ = 0;

  Threads now_;
  std::vector<uint16_t> choices_;
  LockChain chain_;
  SnapshotId snapshot_{}; ///< the newest, if hasSnapshot_
  bool hasSnapshot_ = false;
  bool ownsSnapshot_ = false;
  std::vector<ThreadId> since_;        ///< whose blocks ran since the snapshot
  std::vector<uint16_t> firstChoices_; ///< of the first of them
  std::vector<uint8_t> needed_;           ///< by depth of the trace: whether a snapshot was, though one thread was enabled

  struct Taken {
    size_t height = 0;    ///< of the stack below it
    size_t depth = 0;     ///< of the trace
    uint64_t begun = 0;   ///< schedules then
  };
  std::vector<Taken> taken_; ///< branches that are being searched
  Learned learned_;          ///< schedules of a branch
  bool loaded_ = false;
};

} // namespace xblock
