//===- policy_pct.cpp - threads by priority, which falls in a few places -----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Probabilistic concurrency testing: S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte, "A Randomized Scheduler with
// Probabilistic Guarantees of Finding Bugs", ASPLOS 2010. Each thread gets a random priority, and of those that can go on the
// one with the highest runs. depth - 1 of the first k blocks of the schedule are drawn, one by one; the thread that runs
// the i-th of them falls to priority i, below all that never fell. A bug that depth orders of blocks make is found with a
// probability of at least 1 / (n k^(depth-1)) by each schedule, with n threads and k blocks.
//  1. k is the number of blocks of the longest schedule before this one, with the same seed: it learns.
//===------------------------------------------------------------------------------------------------===//
#include "engine/policy.h"
#include "engine/priorities.h"

#include <algorithm>
#include <vector>

namespace xblock {
namespace {

class PctPolicy : public Policy {
public:
  PctPolicy(uint64_t depth, uint64_t length) : depth_(depth), length_(std::max<uint64_t>(length, 1)) {}

  void begin(const RandomNumbers &random) override {
    random_ = random;
    blocks_ = 0;
    priorities_.clear();
    falls_.clear();
    for (uint64_t i = 1; i < depth_; ++i)
      falls_.push_back({1 + random_.below(length_), i});
    std::sort(falls_.begin(), falls_.end());
    next_ = 0;
  }
  ThreadId pick(std::span<const ThreadId> ready) override { return priorities_.highest(ready, random_); }
  void ran(ThreadId t) override {
    ++blocks_;
    for (; next_ < falls_.size() && falls_[next_].after <= blocks_; ++next_)
      priorities_.set(t, falls_[next_].priority);
  }
  void ended() override { length_ = std::max(length_, blocks_); }
  std::vector<uint64_t> learned() const override { return {length_}; }
  void learn(std::span<const uint64_t> learned) override { length_ = learned.front(); }

private:
  struct Fall {
    uint64_t after; ///< so many blocks
    uint64_t priority;
    friend auto operator<=>(const Fall &, const Fall &) = default;
  };
  uint64_t depth_, length_;
  uint64_t blocks_ = 0;
  Priorities priorities_;
  std::vector<Fall> falls_; ///< sorted
  size_t next_ = 0;
};

} // namespace

std::unique_ptr<Policy> makePctPolicy(uint64_t depth, uint64_t length) { return std::make_unique<PctPolicy>(depth, length); }

} // namespace xblock
