//===- policy_random.cpp - each thread that can go on is as likely -----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A random walk, as ConcJ's random scheduler (T. Bijlsma, Utrecht 2014). A thread that is picked and turns out to be blocked is
// left out of the next draw: of those that can go on each is then as likely as if they had been known before.
//===------------------------------------------------------------------------------------------------===//
#include "engine/policy.h"

namespace xblock {
namespace {

class RandomPolicy : public Policy {
public:
  ThreadId pick(std::span<const ThreadId> ready) override { return ready[random_.below(ready.size())]; }
};

} // namespace

std::unique_ptr<Policy> makeRandomPolicy() { return std::make_unique<RandomPolicy>(); }

} // namespace xblock
