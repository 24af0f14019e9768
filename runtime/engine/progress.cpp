//===- progress.cpp - what the search has found, and whether it goes on -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/progress.h"

#include "engine/archive.h"
#include "engine/deadlock.h"

#include <algorithm>

namespace xblock {

void Progress::endSchedule() {
  inSchedule_ = false;
  ++result_.schedules;
  if (options_.coverage)
    options_.coverage->endSchedule();
  stopped_ = stopped_ || result_.schedules >= options_.maxSchedules;
  if (options_.stop && options_.stop())
    stopped_ = result_.stopped = true;
  if (observer_.due && observer_.due())
    observer_.progressed(soFar());
}

SearchProgress Progress::soFar() const {
  return {result_.schedules, result_.failures.size(), result_.rounds,
          static_cast<double>(result_.schedules) + (left_ ? left_() : 0)};
}

void Progress::check(ThreadId t, const Outcome &out) {
  checks_.push(t, out);
  if (!checks_.races().empty())
    addRaces(checks_.races(), false);
  if (!checks_.unprotected().empty())
    addRaces(checks_.unprotected(), true);
}

void Progress::addRaces(std::span<const RacePair> pairs, bool unprotected) {
  std::vector<FoundRace> &all = unprotected ? result_.unprotected : result_.races;
  for (const RacePair &pair : pairs) {
    all.push_back(found(pair));
    if (observer_.raced)
      observer_.raced(all.back(), unprotected);
  }
}

FoundRace Progress::found(const RacePair &pair) const {
  FoundRace race = foundRace(checks_, pair);
  race.schedule = trace_.schedule();
  race.foundAt = result_.schedules + 1;
  race.boundaries = boundaries_;
  return race;
}

FoundRace foundRace(const RaceChecks &checks, const RacePair &pair) {
  auto side = [&](const RaceSide &s) {
    auto locks = checks.locks(s);
    return FoundAccess{s.thread, s.place, s.writes, s.atomic, {locks.begin(), locks.end()}};
  };
  FoundRace race;
  race.first = side(pair.first);
  race.second = side(pair.second);
  race.key = pair.key;
  race.bytes = pair.bytes;
  return race;
}

void Progress::endCompleted() {
  if (observer_.judge)
    if (std::optional<Failure> failure = observer_.judge(trace_))
      return endFailed(*failure);
  endSchedule();
  tellEnd(ScheduleEnd::Completed);
  if (observer_.completed)
    observer_.completed();
}

void Progress::endRedundant() {
  ++result_.redundant;
  endSchedule();
  tellEnd(ScheduleEnd::Redundant);
}

void Progress::endCut() {
  ++result_.cutSchedules;
  endSchedule();
  tellEnd(ScheduleEnd::Cut);
}

void Progress::endFailed(const Failure &failure) {
  endSchedule();
  tellEnd(ScheduleEnd::Failed, addFailure(failure, result_.schedules));
}

void Progress::noteStarved(const Failure &failure) {
  if (!options_.keepGoing)
    return endFailed(failure);
  addFailure(failure, result_.schedules + 1);
}

size_t Progress::addFailure(const Failure &failure, uint64_t schedule) {
  auto [at, isNew] = failureByKey_.try_emplace(failure.key, result_.failures.size());
  if (isNew) {
    result_.failures.push_back(
        {failure, trace_.schedule(), schedule, 0, boundaries_});
    if (observer_.failed)
      observer_.failed(result_.failures.back());
  }
  ++result_.failures[at->second].count;
  stopped_ = stopped_ || !options_.keepGoing;
  return at->second;
}

void Progress::endGivenUp() {
  endSchedule();
  tellEnd(ScheduleEnd::GivenUp);
}

void Progress::endStuck(std::span<const Waiting> live) {
  if (std::optional<Failure> failure = stuckFailure(world_, live))
    return endFailed(*failure);
  if (any(live, ResourceKind::Bound))
    ++result_.hopelessSchedules;
  endGivenUp();
}

void Progress::endUnsupported(const Failure &failure) {
  result_.unsupported =
      FoundFailure{failure, trace_.schedule(), result_.schedules + 1, 1, boundaries_};
  stopped_ = true;
  if (hasWitness())
    observer_.witness->ended(trace_, ScheduleEnd::Unsupported, result_.schedules + 1, 0);
}

void Progress::notePossibleDeadlock(const LockChain &chain) {
  // The same cycle, whichever of its threads could not go on: from the thread with the lowest number.
  size_t n = chain.threads.size();
  auto first = std::min_element(chain.threads.begin(), chain.threads.end()) - chain.threads.begin();
  std::string key;
  for (size_t i = 0; i < n; ++i) {
    size_t at = (static_cast<size_t>(first) + i) % n;
    key += std::to_string(index(chain.threads[at])) + '/' + std::to_string(chain.locks[at].id) + ' ';
  }
  auto &all = result_.possibleDeadlocks;
  auto [at, isNew] = chainByKey_.try_emplace(key, all.size());
  if (isNew)
    all.push_back({chain, trace_.schedule(), result_.schedules + 1, 0});
  ++all[at->second].count;
}

template <typename A> void Progress::archive(A &a) {
  io(a, checks_);
  io(a, boundaries_);
  io(a, result_);
  io(a, failureByKey_);
  io(a, chainByKey_);
  io(a, inSchedule_);
  if constexpr (A::kReads) {
    result_.stopped = false;
    stopped_ = result_.schedules >= options_.maxSchedules;
    if (options_.stop && options_.stop()) // by what it stopped before, as it may
      stopped_ = result_.stopped = true;
  }
}
template void Progress::archive(Writer &);
template void Progress::archive(Reader &);

SearchResult Progress::finish(uint64_t left) {
  left += result_.stopped && inSchedule_;
  result_.branchesLeft = left;
  result_.boundaries = boundaries_;
  bool failed = !result_.failures.empty() && !options_.keepGoing;
  result_.stoppedAtFailure = failed && left > 0;
  result_.stopped = result_.stopped && !failed && left > 0;
  result_.scheduleLimit = !failed && !result_.stopped && left > 0 && result_.schedules >= options_.maxSchedules;
  return std::move(result_);
}

} // namespace xblock
