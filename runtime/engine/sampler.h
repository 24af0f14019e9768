//===- sampler.h - schedules by chance ---------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Where the schedules of a program are too many to run them all: schedule after schedule from the start, each block of the
// thread that a policy picks (engine/policy.h), until Progress says stop. That never shows that nothing fails.
//  1. Blocks are those of dpor: where they show that a behaviour could be hidden inside one, the schedules from then on have more
//     boundaries (engine/refinement.h). They are counted on.
//  2. A block that could not go on is taken back; its thread waits until the attempt could end otherwise.
//  3. A schedule depends on the seed, on its number, on the boundaries, and on what its policy learned from those before it; the
//     random numbers in it on seed and number only.
//  4. The state before the next block is saved: it goes back there at most.
//  5. Outside the regions to be searched the policy is not asked.
//  6. It is saved between schedules, with what was seen and learned. What goes on runs the first schedule of the round again, and
//     compares (sampler_saved.cpp).
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/distinct.h"
#include "engine/executed.h"
#include "engine/live_threads.h"
#include "engine/policy.h"
#include "engine/progress.h"
#include "engine/ran_block.h"
#include "engine/refinement.h"
#include "support/archive.h"

#include <memory>
#include <vector>

namespace xblock {

class Sampler {
public:
  Sampler(World &world, const Sampling &how, Refinement &refinement, Progress &progress);

  /// Begins in the state that the search found, and ends in it.
  void run();
  /// Takes the state of one that was saved; then run() goes on. False if the program does something else now.
  bool load(Reader &saved);
  Sampled sampled() const;

private:
  /// What is known of the next block of a live thread.
  struct Next {
    bool blocked = false; ///< an attempt was, and it would be again
    bool known = false;   ///< `touched` is what it touches; of an attempt, what that did
    Resource resource;    ///< that it needs, if it is blocked
    Footprint touched;
  };

  template <typename A> void archive(A &a);
  void save();
  bool runsAsBefore();
  uint64_t digestOfBlocks();
  void beginRound();
  void beginSchedule();
  void forgetBlocks();
  void runSchedule();
  bool runNext();
  ThreadId pick();
  void runBlock(ThreadId t, SnapshotId here);
  void execute(ThreadId t);
  void hash(ThreadId t);
  void note(Next &next, const Outcome &out);
  bool stillBlocked(const Next &next);
  void findConflicts(ThreadId ran);
  void peek(ThreadId t);
  bool timePasses();
  std::vector<Waiting> stuck() const;
  void endStuckOrCompleted();
  void count();
  Next &next(ThreadId t);

  World &world_;
  Sampling how_;
  Refinement &refinement_;
  Progress &progress_;
  std::unique_ptr<Policy> policy_;
  std::vector<ThreadId> initial_;

  LiveThreads live_;
  std::vector<Next> next_;      ///< by thread
  std::vector<ThreadId> ready_; ///< of live_.ready, those that are not known to be blocked
  std::vector<uint16_t> choices_;
  RanBlock ran_;
  Outcome peeked_;
  bool outside_ = false;
  ThreadId last_{}; ///< that ran

  Executed executed_; ///< by what they touched only
  Outcome step_;      ///< what is told to it
  uint64_t round_ = 0;   ///< since blocks end elsewhere; the same blocks are then told apart
  uint64_t hash_ = 0;    ///< of the blocks so far, in their order
  uint64_t ofClass_ = 0; ///< the same, but for the order of those that commute
  Distinct distinct_, classes_;
  bool loaded_ = false;

  Schedule check_; ///< the first schedule of the round that ended; empty if none did
  uint64_t checkDigest_ = 0;
};

} // namespace xblock
