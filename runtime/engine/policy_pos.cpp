//===- policy_pos.cpp - blocks by priority, drawn anew where they conflict ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Partial order sampling: X. Yuan, J. Yang, R. Gu, "Partial Order Aware Concurrency Sampling", CAV 2018. The next block of each thread
// has a random priority, and of those that can go on the one with the highest runs. Then the priorities of those that
// conflict with it are drawn anew, and that of the next block of its thread: those that do not conflict with what ran keep
// theirs, so that orders of blocks that commute share their probability.
//  1. There the next operation of a thread is known. What a block touches is known once it ran: the sampler runs it, and takes it back
//     (Policy::looksAhead()). It is run after the block that it is compared with, which tells the same: up to the first conflict
//     it does what it would have done before. Of its decisions each first alternative is looked at.
//===------------------------------------------------------------------------------------------------===//
#include "engine/policy.h"
#include "engine/priorities.h"

namespace xblock {
namespace {

class PosPolicy : public Policy {
public:
  void begin(const RandomNumbers &random) override {
    random_ = random;
    priorities_.clear();
  }
  ThreadId pick(std::span<const ThreadId> ready) override { return priorities_.highest(ready, random_); }
  void ran(ThreadId t) override { priorities_.drawAnew(t, random_); }
  bool looksAhead() const override { return true; }
  void conflicts(ThreadId t) override { priorities_.drawAnew(t, random_); }

private:
  Priorities priorities_;
};

} // namespace

std::unique_ptr<Policy> makePosPolicy() { return std::make_unique<PosPolicy>(); }

} // namespace xblock
