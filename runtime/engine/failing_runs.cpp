//===- failing_runs.cpp - runs schedules, and sees whether they fail in the same way --------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/failing_runs.h"

#include "engine/deadlock.h"
#include "engine/progress.h"

#include <algorithm>

namespace xblock {

FailingRuns::FailingRuns(World &world, const SearchOptions &options, const SearchObserver &observer, const std::string &key,
                         const Boundaries &boundaries, ShortenLimit &limit)
    : world_(world), options_(options), observer_(&observer), key_(key), boundaries_(boundaries), limit_(limit),
      left_(limit.hangs ? 0 : limit.blocks), start_(world.save()) {
  world_.endBlocksAt(boundaries_);
}

FailingRuns::FailingRuns(World &world, const SearchOptions &options, const FoundRace &race, ShortenLimit &limit)
    : world_(world), options_(options), boundaries_(race.boundaries), low_(std::min(race.first.place, race.second.place)),
      high_(std::max(race.first.place, race.second.place)), limit_(limit), left_(limit.hangs ? 0 : limit.blocks),
      start_(world.save()), checks_(Check::Race) {
  world_.endBlocksAt(boundaries_);
}

FailingRuns::~FailingRuns() {
  world_.restore(start_);
  world_.discard(start_);
}

void FailingRuns::restart() {
  world_.restore(start_);
  trace_.truncate(0);
  if (checks_) // a pair is told of once
    checks_.emplace(Check::Race);
}

Outcome &FailingRuns::run(ThreadId t, std::span<const uint16_t> choices) {
  constexpr uint64_t kBetween = 64; // it may read a clock
  left_ -= left_ > 0;
  world_.run(t, choices, out_);
  limit_.hangs |= out_.ending == Ending::Failed && out_.failure.kind == FailureKind::Stuck;
  over_ |= out_.ending == Ending::Unsupported || (options_.interrupted && options_.interrupted->load(std::memory_order_relaxed)) ||
           (++runs_ % kBetween == 0 && options_.stop && options_.stop());
  if (over_ || limit_.hangs)
    left_ = 0;
  return out_;
}

bool FailingRuns::append(ThreadId t) {
  trace_.append(t, out_.decisions, out_.cut);
  if (checks_)
    return showsRace(t);
  return out_.ending == Ending::Failed && isWanted(out_.failure);
}

bool FailingRuns::showsRace(ThreadId t) {
  checks_->push(t, out_);
  for (const RacePair &pair : checks_->races()) {
    uint32_t a = pair.first.place, b = pair.second.place;
    if (std::min(a, b) != low_ || std::max(a, b) != high_)
      continue;
    race_ = foundRace(*checks_, pair);
    race_.schedule = trace_.schedule();
    race_.boundaries = boundaries_;
    return true;
  }
  return false;
}

void FailingRuns::truncate(size_t depth) {
  trace_.truncate(depth);
  if (checks_)
    checks_->truncate(depth);
}

bool FailingRuns::failsAtEnd(std::span<const Waiting> live) {
  if (checks_)
    return false;
  std::optional<Failure> failure;
  if (!live.empty())
    failure = stuckFailure(world_, live);
  else if (observer_->judge)
    failure = observer_->judge(trace_);
  return failure && isWanted(*failure);
}

} // namespace xblock
