//===- dpor.h - optimal DPOR whose steps are blocks ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// At each state one thread runs; another is tried there only if a block executed later is found to
// race with the one that ran, and not if it is asleep: tried before, and nothing since conflicts with
// what it did (sleep sets). What a race asks for is a sequence of blocks (wakeup trees; Abdulla,
// Aronsson, Jonsson and Sagonas, "Source sets", 2017), so that next to no schedule is redundant.
//  1. A node stands for a state of the current schedule, from the start (0) to now; block i went
//     from node i to node i + 1.
//  2. A (thread, choices) pair is a step of its own: a thread falls asleep only when all its
//     choices were tried to their end.
//  3. What a block does is known where it was executed, and wherever the blocks before it that it
//     depends on are the same. The block that is moved before the one it races with may do something
//     else there, so that nothing is left out because of what it is expected to do.
//  4. Whether a thread that is asleep covers a race is known when the schedule is over: a block that
//     wakes it may still come. Until then the race is open.
//  5. A thread that is asleep and has no part in a sequence covers it only if what its own races asked
//     for is run as it stands (Asleep::covers).
//  6. A failed attempt looks for races at the end of the schedule, and where it was asked for. A
//     thread that is asked for where it is blocked means: try all there.
//  7. A block after which the schedule is over (process end, failure) could come after anything:
//     all are tried there.
//  8. An attempt that failed is not repeated while nothing it depends on has changed.
//  9. In a search with a bound on preemptions no thread sleeps, and more is asked for
//     (dpor_limits.cpp); with one on delays all within it is.
// 10. What a thread decides in a block that then cannot go on is decided: though other decisions could, the schedule ends where no
//     other thread can go on either (standsStill), stuck with these.
// 11. Each node has a snapshot until it is left; the one below drops it by restoring its own.
// Private memory, no allocation once the schedules have been as long as they get.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/estimate.h"
#include "engine/executed.h"
#include "engine/open_races.h"
#include "engine/progress.h"
#include "engine/refinement.h"
#include "engine/reversal.h"
#include "engine/starvation.h"
#include "engine/wakeup_trees.h"

#include <cstdint>
#include <span>
#include <vector>

namespace xblock {

class DporSearch {
public:
  /// prefix: only schedules that begin with these blocks.
  DporSearch(World &world, Refinement &refinement, Progress &progress, std::span<const Step> prefix = {})
      : world_(world), refinement_(refinement), progress_(progress), prefix_(prefix),
        starvation_(progress.options().starvation) {
    progress_.setLeft([this] { return estimateLeft(); });
  }

  /// Searches to the end or until progress says stop. Returns the number of alternatives known and
  /// not begun.
  uint64_t run();
  /// Takes the state of a search that was saved, and executes the schedule it was in again; then run() goes on. False if the
  /// program did something else.
  bool load(Reader &saved);
  /// After run(): the program did not do what the prefix says.
  bool isMisfit() const { return misfit_; }

private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr uint64_t kUnbounded = ~uint64_t{0};
  struct Candidate {
    ThreadId thread{};
    bool asked = false; ///< for, with whatever follows
    bool tried = false;
    bool blocked = false; ///< on `resource`
    bool moved = false;   ///< it was tried, and could go on, whatever it decided
    Resource resource{};
    uint32_t attempt = kNone; ///< the failed attempt, in attempts_: the same would happen now
  };
  struct Asleep {
    ThreadId thread{};
    uint32_t footprint = 0; ///< in footprints_
    bool covers = true;     ///< what its races asked for is run as a whole
  };
  struct Node {
    std::vector<Candidate> candidates; ///< live threads that do not wait, ascending
    std::vector<Waiting> waiting;      ///< live threads that wait to be notified
    std::vector<Asleep> sleep;
    WakeupTrees::Tree wakeups = WakeupTrees::kNone; ///< their first threads are asked for
    uint64_t begun = 0;    ///< schedules when the node was made
    size_t footprints = 0; ///< height of their stack when the node was made
    size_t attempts = 0;   ///< the same of attempts_
    SnapshotId snapshot{};
    bool saved = false;
    bool here = true;        ///< the world is in this state
    bool progressed = false; ///< some thread could move
    bool outside = false;    ///< the first that can move is enough

    // For limits:
    ThreadId last{}; ///< ran the block that led here, unless this is the first node
    bool hasLast = false;
    bool lastMoved = false;   ///< and could go on, whatever it decided: another thread would preempt it
    uint64_t preemptions = 0; ///< on the way here
    uint64_t delays = 0;      ///< the same
    bool probed = false;
    std::vector<ThreadId> couldRun; ///< if probed

    // Of the thread whose choices are being tried, if any:
    size_t running = npos; ///< in candidates
    uint64_t since = 0;    ///< schedules before it
    bool below = false;    ///< one of its blocks is executed, and what follows is being searched
    bool moved = false;    ///< one of its choices could move
    bool stuck = false;    ///< one of its choices could not
    bool covers = true;    ///< as in Asleep
    WakeupTrees::Tree follows = WakeupTrees::kNone; ///< what its blocks are to be followed by
    std::vector<uint16_t> choices;
    std::vector<Decision> decisions; ///< of the choice tried last
    Footprint touched;               ///< by the choices that moved, all together
  };
  static constexpr size_t npos = ~size_t{0};
  template <typename A> static void ioNode(A &a, Node &node);
  template <typename A> void archive(A &a);
  void save();
  bool executeAgain(const Step &step, uint64_t digest);
  Node &push();
  void pushFirst();
  void pushNext();
  void leave(Node &node);
  static bool anyAsleep(const Node &node);
  static std::vector<Waiting> stuck(const Node &node);
  bool standsStill(Node &node);
  bool timePasses(Node &node);
  void end(Node &node);
  void endStuck(const Node &node);
  bool pick(Node &node);
  bool pickWakeup(Node &node);
  bool pickPrefix(Node &node);
  bool isInPrefix() const { return height_ <= prefix_.size(); } ///< the last node
  void start(Node &node, size_t i);
  void tryChoice(Node &node);
  void execute(Node &node);
  void noteBlocked(Candidate &c);
  bool stillBlocked(const Candidate &c);
  void comeBack(Node &node);
  void nextChoice(Node &node);
  void finishThread(Node &node);
  void askForRaces(Rest rest);
  void askForBlocked(Node &node, ThreadId t, Rest rest);
  void askForOpenRaces(Rest rest);
  bool askFor(Node &node, Rest rest);
  static bool isAsleep(const Node &node, ThreadId t);
  static Candidate *candidate(Node &node, ThreadId t);
  static void askForAll(Node &node);
  bool isAsked(const Node &node, const Candidate &c) const {
    return c.asked || trees_.has(node.wakeups, c.thread);
  }
  uint64_t left() const;

  bool bounded() const { return progress_.options().preemptions != kUnbounded || delayed(); }
  bool delayed() const { return progress_.options().delays != kUnbounded; }
  static uint64_t turn(const Node &node, const Candidate &c);
  static uint64_t delaysBefore(const Node &node, const Candidate &c);
  size_t pickTurn(const Node &node) const;
  bool watches() const { return progress_.options().starvation != kUnbounded; }
  bool withinBound(const Node &node, const Candidate &c) const;
  size_t pickLast(const Node &node) const;
  void askWithinBound(size_t i, ThreadId t);
  void countBeyondBound(const Node &node);
  void probe(Node &node);
  void watch(const Node &node, ThreadId t);
  void tellNotRun(size_t at, bool stopped) const;
  double estimateLeft() const;

  World &world_;
  Refinement &refinement_;
  Progress &progress_;
  std::span<const Step> prefix_;
  bool misfit_ = false;
  RanBlock ran_;
  Outcome probe_;
  Starvation starvation_;
  Executed executed_;
  Reversal reversal_{executed_};
  WakeupTrees trees_;
  OpenRaces openRaces_{executed_};
  Learned learned_;                 ///< schedules of a thread at a node after the first
  FootprintStack footprints_;
  struct Attempt {
    ThreadId thread{};
    Outcome out;
  };
  std::vector<Attempt> attempts_; ///< that failed; the first attempted_ are in use
  size_t attempted_ = 0;
  std::vector<Node> nodes_; ///< the first height_ are in use
  size_t height_ = 0;
  bool loaded_ = false;
};

} // namespace xblock
