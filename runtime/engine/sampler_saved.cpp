//===- sampler_saved.cpp - the state of sampling as bytes, and sampling that goes on ------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/sampler.h"

#include "engine/saved.h"

namespace xblock {

template <typename A> void Sampler::archive(A &a) {
  io(a, round_);
  io(a, distinct_);
  io(a, classes_);
  io(a, check_);
  io(a, checkDigest_);
  std::vector<uint64_t> learned;
  if constexpr (!A::kReads)
    learned = policy_->learned();
  io(a, learned);
  if constexpr (A::kReads)
    policy_->learn(learned);
}

void Sampler::save() {
  Writer out;
  io(out, progress_);
  io(out, refinement_);
  archive(out);
  progress_.tellSaved(out.bytes);
}

bool Sampler::load(Reader &saved) {
  archive(saved);
  loaded_ = true;
  world_.endBlocksAt(progress_.boundaries());
  return runsAsBefore();
}

/// Of the schedule so far: which threads ran, and what their blocks touched.
uint64_t Sampler::digestOfBlocks() {
  uint64_t digest = hash_;
  for (size_t i = 0; i < executed_.size(); ++i)
    digest = mix(digest, digestOf(executed_.footprint(i)));
  return digest;
}

/// Nothing of it is told to those who count.
bool Sampler::runsAsBefore() {
  SnapshotId start = world_.save();
  forgetBlocks();
  bool same = true;
  for (const Step &step : check_) {
    ran_.run(world_, step.thread, step.choices);
    same = isSame(step, *ran_);
    if (!same)
      break;
    if (index(step.thread) >= next_.size())
      next(step.thread);
    hash(step.thread);
  }
  same = same && (check_.empty() || digestOfBlocks() == checkDigest_);
  world_.restore(start);
  world_.discard(start);
  return same;
}

} // namespace xblock
