//===- policy.h - which thread a sampled schedule runs next ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The sampler asks at each boundary between blocks; one file for each policy. To add one: a file policy_NAME.cpp, a PolicyKind,
// a line in policy.cpp, a word of --policy in include/xblock/options.def.
//  1. What a policy answers depends on the random numbers that it was given, on what it was told, and on nothing else.
//  2. It is asked again, without the thread that it picked, if that turned out to be blocked, which nobody tells it.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/random_numbers.h"
#include "engine/sampling.h"
#include "support/ids.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace xblock {

class Policy {
public:
  virtual ~Policy() = default;

  /// Right before begin(): which schedule it is, from 1.
  virtual void beginNumber(uint64_t number) { static_cast<void>(number); }
  /// A schedule begins.
  virtual void begin(const RandomNumbers &random) { random_ = random; }
  /// One of these threads, ascending, at least one: the one that is to run its next block.
  virtual ThreadId pick(std::span<const ThreadId> ready) = 0;
  /// Which way a decision in a block goes.
  virtual uint16_t decide(uint16_t alternatives) { return static_cast<uint16_t>(random_.below(alternatives)); }
  /// t ran a block.
  virtual void ran(ThreadId t) { static_cast<void>(t); }
  /// In that block it created another thread.
  virtual void started(ThreadId parent, ThreadId child) { static_cast<void>(parent), static_cast<void>(child); }
  /// Whether conflicts() is of use: the next blocks of other threads are then run and taken back to know.
  virtual bool looksAhead() const { return false; }
  /// After ran(): the block conflicts with t's next one, or t was blocked and no longer is.
  virtual void conflicts(ThreadId t) { static_cast<void>(t); }
  /// The schedule ended; one that is broken off does not.
  virtual void ended() {}
  /// What it knows of the schedules before, which those to come depend on; and that of one that went so far.
  virtual std::vector<uint64_t> learned() const { return {}; }
  virtual void learn(std::span<const uint64_t> learned) { static_cast<void>(learned); }

protected:
  RandomNumbers random_;
};

std::unique_ptr<Policy> makePolicy(const Sampling &how);
std::unique_ptr<Policy> makeRandomPolicy();
std::unique_ptr<Policy> makePctPolicy(uint64_t depth, uint64_t length);
std::unique_ptr<Policy> makePosPolicy();
std::unique_ptr<Policy> makeNoisePolicy(const Noise &how, const Coverage *coverage);
std::unique_ptr<Policy> makeSurwPolicy();

} // namespace xblock
