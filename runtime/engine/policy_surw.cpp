//===- policy_surw.cpp - each thread as likely as it has blocks left ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The weighted random walk of "Selectively Uniform Concurrency Testing" (H. Zhao, D. Wolff, U. Mathur, A. Roychoudhury, ASPLOS 2025). A walk in
// which each thread is as likely makes schedules likely that run a short thread early. If each is as likely as the number of blocks that
// it has left, then all orders of independent threads are as likely: a schedule of n blocks, n_t of them of thread t, has the probability
// of the product of (n_t)! / n!, whatever it is. The blocks of a thread that was not created yet are those of its creator.
//  1. How many blocks a thread has, and who created it, is taken from the schedules before: the most that one had. The first is a walk in
//     which each thread is as likely. A thread that has more blocks than it ever had counts as one with one left.
//  2. The paper selects events of interest, and lets the others come as they will: here all blocks are of interest. The compiler and
//     the search made them from what could matter.
//===------------------------------------------------------------------------------------------------===//
#include "engine/policy.h"

#include <algorithm>
#include <vector>

namespace xblock {
namespace {

class SurwPolicy : public Policy {
public:
  void begin(const RandomNumbers &random) override {
    random_ = random;
    now_.assign(known_.size(), {});
  }

  ThreadId pick(std::span<const ThreadId> ready) override {
    weights_.assign(std::max<size_t>(known_.size(), index(ready.back()) + size_t{1}), 0);
    for (size_t i = 0; i < known_.size(); ++i) {
      uint64_t ran = now_[i].blocks;
      weights_[i] = known_[i].blocks > ran ? known_[i].blocks - ran : 0;
    }
    for (ThreadId t : ready) // also of those that are not known yet
      weights_[index(t)] = std::max<uint64_t>(weights_[index(t)], 1);
    for (size_t i = known_.size(); i-- > 0;) // created after their creators, with higher numbers
      if (known_[i].created && !now_[i].created)
        weights_[known_[i].creator] += weights_[i];
    uint64_t all = 0;
    for (ThreadId t : ready)
      all += weights_[index(t)];
    uint64_t drawn = random_.below(all);
    for (ThreadId t : ready) {
      if (drawn < weights_[index(t)])
        return t;
      drawn -= weights_[index(t)];
    }
    return ready.back();
  }

  void ran(ThreadId t) override { ++of(now_, t).blocks; }
  void started(ThreadId parent, ThreadId child) override {
    of(now_, child).created = 1;
    of(now_, child).creator = index(parent);
  }
  void ended() override {
    if (known_.size() < now_.size())
      known_.resize(now_.size());
    for (size_t i = 0; i < now_.size(); ++i) {
      known_[i].blocks = std::max(known_[i].blocks, now_[i].blocks);
      if (now_[i].created)
        known_[i] = {known_[i].blocks, now_[i].creator, 1};
    }
  }

  std::vector<uint64_t> learned() const override {
    std::vector<uint64_t> all;
    for (const Thread &t : known_)
      all.insert(all.end(), {t.blocks, t.creator, t.created});
    return all;
  }
  void learn(std::span<const uint64_t> learned) override {
    known_.clear();
    for (size_t i = 0; i + 2 < learned.size(); i += 3)
      known_.push_back({learned[i], learned[i + 1], learned[i + 2]});
  }

private:
  struct Thread {
    uint64_t blocks = 0, creator = 0, created = 0; ///< created: 1, by a thread
  };
  static Thread &of(std::vector<Thread> &all, ThreadId t) {
    if (all.size() <= index(t))
      all.resize(index(t) + 1);
    return all[index(t)];
  }
  std::vector<Thread> known_, now_; ///< by thread; now_ is the longer one
  std::vector<uint64_t> weights_;
};

} // namespace

std::unique_ptr<Policy> makeSurwPolicy() { return std::make_unique<SurwPolicy>(); }

} // namespace xblock
