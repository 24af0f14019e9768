//===- sampling.h - what is sampled, and what was ----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Plain values; engine/sampler.h does it.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/noise.h"

#include <cstdint>
#include <memory>

namespace xblock {

class Coverage;

/// How the thread that runs next is chosen: engine/policy_*.cpp.
enum class PolicyKind : uint8_t { Random, Concj, Pct, Pos, Surw, Plugin, Noise };
/// "random", "concj", "pct", "pos", "surw", "plugin", "noise": as on the command line.
const char *name(PolicyKind kind);

class Policy;

struct Sampling {
  PolicyKind policy = PolicyKind::Random;
  uint64_t seed = 1;
  uint64_t depth = 3;  ///< Pct: one more than the places where a thread falls back
  uint64_t first = 1;  ///< the number of the first schedule
  std::unique_ptr<Policy> (*plugin)() = nullptr; ///< Plugin: makes it
  uint64_t length = 0; ///< Pct: blocks of a schedule, at the start of sampling; as longer ones are seen, that of the longest
  Noise noise = {};    ///< of the policy Noise
  const Coverage *coverage = nullptr; ///< what decides about noise, if that does not decide at random
};

struct Sampled {
  Sampling how;
  uint64_t schedules = 0;
  uint64_t distinct = 0; ///< of them, by blocks and choices
  uint64_t classes = 0;  ///< of them, but for the order of blocks that do not affect each other
  bool atLeast = false;  ///< there were too many to tell them all apart
  uint64_t failing = 0;  ///< of the schedules
  uint64_t firstFailing = 0; ///< its number, from 1; 0: none
};

} // namespace xblock
